import type { StopReason } from '../replies/running-reply.js';
import type { Asking } from '../replies/service-asker.service.js';
import type { ChatTurn } from '../replies/thread.rules.js';
import type { Turn, TurnStreamEvent } from './ai-chat.entity.js';

/** A turn this process runs: its text grows, and any number of readers follow it at their own pace. */
export class RunningTurn implements Asking {
  readonly actsLater = false;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #content = '';
  #ended: Turn | 'elsewhere' | undefined;
  #stopReason: StopReason | undefined;
  runs = 1;

  constructor(
    readonly turn: Turn,
    readonly userId: string,
    readonly thread: readonly ChatTurn[],
    private readonly noteRunOf: (turnId: string, runs: number) => Promise<boolean>,
    /** Whether its lease has not lapsed by the clock of this process. */
    private readonly isHeld: () => boolean,
  ) {}

  get messageId(): string {
    return this.turn.id;
  }

  get aiService(): string {
    return this.turn.aiService;
  }

  get content(): string {
    return this.#content;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get stopReason(): StopReason | undefined {
    return this.#stopReason;
  }

  onText(text: string): void {
    // A process that stood still reads what had arrived meanwhile before any timer of it runs.
    if (!this.isHeld()) this.stop('lapsed');
    if (this.signal.aborted) return;
    // Postgres cannot store NUL, and no text has a use for it.
    this.#content += text.replaceAll('\0', '\uFFFD');
    this.#wake();
  }

  noteRun(runs: number): Promise<boolean> {
    return this.noteRunOf(this.turn.id, runs);
  }

  stop(reason: StopReason): void {
    if (this.#stopReason) return;
    this.#stopReason = reason;
    this.#stop.abort(new Error(`The turn was stopped: ${reason}`));
  }

  /** Its end is stored, or somebody else's to tell. */
  end(ended: Turn | 'elsewhere'): void {
    this.#ended = ended;
    this.#wake();
  }

  /** All text from the beginning, then the end, once it is stored. Ends without one when it is told elsewhere. */
  async *follow(signal: AbortSignal): AsyncGenerator<TurnStreamEvent> {
    let told = 0;
    let wake = () => {};
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        if (told < this.#content.length) {
          const text = this.#content.slice(told);
          told = this.#content.length;
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
