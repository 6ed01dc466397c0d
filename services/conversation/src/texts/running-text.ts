import { Run } from '@polylogue/service-kit';
import type { DispatchRun } from '../replies/dispatch-run.js';
import type { ThreadMessage } from '../replies/thread.rules.js';
import type { Text, TextEvent } from './text.entity.js';

/** A text that was stored, with the lease of this process. */
export interface StoredText<T extends Text> {
  item: T;
  userId: string;
  thread: readonly ThreadMessage[];
  /** Whether it is a task of the product's own, to which a service's defaults do not apply. */
  withoutDefaults?: boolean;
  /** The name of that task, by which its calls are estimated. */
  task?: string;
  /** The local time before it was stored. */
  leasedAt: number;
}

/** A text this process has written: it grows, and any number of readers follow it at their own pace. */
export class RunningText<T extends Text> extends Run<string> implements DispatchRun {
  readonly run = this;
  readonly item: T;
  thread: readonly ThreadMessage[];
  readonly withoutDefaults: boolean;
  readonly task: string | undefined;
  /** Writes under another fence do not count. */
  readonly fence = 0;
  readonly #waiting = new Set<() => void>();
  #content = '';
  #ended: T | 'elsewhere' | undefined;
  runs = 1;

  constructor(
    { item, userId, thread, withoutDefaults = false, task }: StoredText<T>,
    private readonly noteRunOf: (running: RunningText<T>, runs: number) => Promise<boolean>,
  ) {
    super(item.id, userId);
    this.item = item;
    this.thread = thread;
    this.withoutDefaults = withoutDefaults;
    this.task = task;
  }

  get aiService(): string {
    return this.item.aiService;
  }

  get content(): string {
    return this.#content;
  }

  onText(text: string): void {
    if (!this.mayContinue()) return;
    // Postgres cannot store NUL, and no text has a use for it.
    this.#content += text.replaceAll('\0', '\uFFFD');
    this.thread = [];
    this.#wake();
  }

  noteRun(runs: number): Promise<boolean> {
    return this.noteRunOf(this, runs);
  }

  /** Closes the streams of its readers: with the end that was stored, or because another process has the text. */
  end(ended: T | 'elsewhere'): void {
    this.#ended = ended;
    this.#wake();
  }

  /** All text from the beginning, then the end, once it is stored. Ends without one when another process has the text. */
  async *follow(signal: AbortSignal): AsyncGenerator<TextEvent<T>> {
    let sent = 0;
    let wake = () => {};
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        if (sent < this.#content.length) {
          const text = this.#content.slice(sent);
          sent = this.#content.length;
          yield { kind: 'delta', text };
        } else if (this.#ended) {
          if (this.#ended !== 'elsewhere') yield { kind: 'done', item: this.#ended };
          return;
        } else await new Promise<void>((resolve) => this.#waiting.add((wake = resolve)));
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#waiting.delete(wake);
    }
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
