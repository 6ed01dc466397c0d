import { isWithin } from '../timing/is-within.js';

/** How long answers are good, in milliseconds, and how many are kept. */
export interface RecentAnswersOptions<T> {
  lastsMs: number;
  /** The oldest goes for one more; unlimited within that time when absent. */
  max?: number;
  /** Which answers are worth keeping; all when absent. */
  isKept?: (answer: T) => boolean;
}

interface Kept<T> {
  at: number;
  answer: Promise<T>;
}

/**
 * Caches answers for a moment by key, pending ones too: callers at the same time wait for one. An error is
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
  get(key: string, load: () => Promise<T>): Promise<T> {
    return this.find(key)?.answer ?? this.keep(key, load());
  }

  /** What is still good, and how old it is. */
  find(key: string): { answer: Promise<T>; ageMs: number } | undefined {
    const known = this.#kept.get(key);
    const now = this.clock.now();
    return known && isWithin(known.at, now, this.options.lastsMs)
      ? { answer: known.answer, ageMs: now - known.at }
      : undefined;
  }

  /** Keeps the answer of a load that began at a time, now when absent. */
  keep(key: string, answer: Promise<T>, at = this.clock.now()): Promise<T> {
    const { isKept = () => true, max = Infinity } = this.options;
    this.#dropLapsed();
    this.#kept.delete(key);
    this.#kept.set(key, { at, answer });
    if (this.#kept.size > max) this.#kept.delete(this.#kept.keys().next().value as string);
    const drop = () => this.#kept.get(key)?.answer === answer && this.#kept.delete(key);
    answer.then((found) => isKept(found) || drop(), drop);
    return answer;
  }

  /** The answer of a key no longer holds; of every key when absent. */
  forget(key?: string): void {
    if (key === undefined) this.#kept.clear();
    else this.#kept.delete(key);
  }

  #dropLapsed(): void {
    const now = this.clock.now();
    for (const [key, { at }] of this.#kept) {
      if (isWithin(at, now, this.options.lastsMs)) return;
      this.#kept.delete(key);
    }
  }
}
