import { isWithin } from '../timing/is-within.js';

const sweepEveryMs = 60_000;

/**
 * The latest of what is good until a moment. What is past its moment leaves within a minute of new ones coming, and does not
 * wait until there is no more room: where all change every minute, room for an hour of them would be filled.
 */
export class ExpiringCache<V extends object> {
  readonly #kept = new Map<string, { value: V; until: number }>();
  #sweptAt: number;

  /** `now`: milliseconds of the clock that moments are given in. */
  constructor(
    private readonly max: number,
    private readonly now: () => number = Date.now,
  ) {
    this.#sweptAt = now();
  }

  get size(): number {
    return this.#kept.size;
  }

  get(key: string): V | undefined {
    const kept = this.#kept.get(key);
    return kept && kept.until > this.now() ? kept.value : undefined;
  }

  /** `until`: milliseconds. */
  set(key: string, value: V, until: number): void {
    // A map gives its keys in the order in which they came.
    this.#kept.delete(key);
    this.#kept.set(key, { value, until });
    if (!isWithin(this.#sweptAt, this.now(), sweepEveryMs)) this.#sweep();
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.max) return;
      this.#kept.delete(oldest);
    }
  }

  #sweep(): void {
    const now = (this.#sweptAt = this.now());
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
  }
}
