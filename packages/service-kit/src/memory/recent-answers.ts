/** How long answers are good, in milliseconds, and how many are kept. */
export interface RecentAnswersOptions<T> {
  lastsMs: number;
  /** The oldest goes for one more; as many as are asked for within that time when absent. */
  max?: number;
  /** Which answers are worth keeping; all when absent. */
  isKept?: (answer: T) => boolean;
}

interface Kept<T> {
  at: number;
  answer: Promise<T>;
}

/**
 * Caches answers for a moment by what was requested, pending ones too: callers at the same time wait for one. An error is
 * never cached. Not lru-cache: what lapsed must go without a bound on their number (decision 0035).
 */
export class RecentAnswers<T> {
  /** The oldest stand first. */
  readonly #kept = new Map<string, Kept<T>>();

  constructor(
    private readonly options: RecentAnswersOptions<T>,
    private readonly clock: { now(): number },
  ) {}

  /** What was answered a moment ago, else what is answered now. */
  get(asked: string, ask: () => Promise<T>): Promise<T> {
    return this.find(asked)?.answer ?? this.keep(asked, ask());
  }

  /** What is still good, and how old it is. */
  find(asked: string): { answer: Promise<T>; ageMs: number } | undefined {
    const known = this.#kept.get(asked);
    const ageMs = known ? this.clock.now() - known.at : Infinity;
    return known && ageMs < this.options.lastsMs ? { answer: known.answer, ageMs } : undefined;
  }

  /** Keeps an answer to what was asked at a time, now when absent. */
  keep(asked: string, answer: Promise<T>, at = this.clock.now()): Promise<T> {
    const { isKept = () => true, max = Infinity } = this.options;
    this.#dropLapsed();
    this.#kept.delete(asked);
    this.#kept.set(asked, { at, answer });
    if (this.#kept.size > max) this.#kept.delete(this.#kept.keys().next().value as string);
    const drop = () => this.#kept.get(asked)?.answer === answer && this.#kept.delete(asked);
    answer.then((found) => isKept(found) || drop(), drop);
    return answer;
  }

  /** The answer to one question no longer holds, or none does. */
  forget(asked?: string): void {
    if (asked === undefined) this.#kept.clear();
    else this.#kept.delete(asked);
  }

  #dropLapsed(): void {
    const now = this.clock.now();
    for (const [asked, { at }] of this.#kept) {
      if (now - at < this.options.lastsMs) return;
      this.#kept.delete(asked);
    }
  }
}
