import { Run } from '@polylogue/service-kit';
import type { DispatchRun } from '../replies/dispatch-run.js';
import type { ThreadMessage } from '../replies/thread.rules.js';
import type { Turn, TurnStreamEvent } from './ai-chat.entity.js';

/** A turn this process runs: its text grows, and any number of readers follow it at their own pace. */
export class RunningTurn extends Run<string> implements DispatchRun {
  readonly run = this;
  readonly #waiting = new Set<() => void>();
  #content = '';
  #ended: Turn | 'elsewhere' | undefined;
  runs = 1;

  constructor(
    readonly turn: Turn,
    userId: string,
    /** Writes under another fence do not count. */
    readonly fence: number,
    readonly thread: readonly ThreadMessage[],
    private readonly noteRunOf: (running: RunningTurn, runs: number) => Promise<boolean>,
  ) {
    super(turn.id, userId);
  }

  get aiService(): string {
    return this.turn.aiService;
  }

  get content(): string {
    return this.#content;
  }

  onText(text: string): void {
    if (!this.mayContinue()) return;
    // Postgres cannot store NUL, and no text has a use for it.
    this.#content += text.replaceAll('\0', '\uFFFD');
    this.#wake();
  }

  noteRun(runs: number): Promise<boolean> {
    return this.noteRunOf(this, runs);
  }

  /** Closes the streams of its readers: with the end that was stored, or because another process has the turn. */
  end(ended: Turn | 'elsewhere'): void {
    this.#ended = ended;
    this.#wake();
  }

  /** All text from the beginning, then the end, once it is stored. Ends without one when another process has the turn. */
  async *follow(signal: AbortSignal): AsyncGenerator<TurnStreamEvent> {
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
          if (this.#ended !== 'elsewhere') yield { kind: 'done', turn: this.#ended };
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
