import { isWithin } from '../timing/is-within.js';

const sweepEveryMs = 60_000;

/**
 * The latest of what is good until a moment. What is past its moment leaves within a minute of new ones coming, and does not
 * wait until there is no more room: where all change every minute, room for an hour of them would be filled.
 */
export class ExpiringCache<V> {
  readonly #kept = new Map<string, { value: V; at: number; until: number }>();
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

  /** Nothing that was set after now either: the clock was wrong then or is wrong now. */
  get(key: string): V | undefined {
    const kept = this.#kept.get(key);
    const now = this.now();
    return kept && kept.at <= now && now < kept.until ? kept.value : undefined;
  }

  /** `until`: milliseconds. */
  set(key: string, value: V, until: number): void {
    const at = this.now();
    // A map gives its keys in the order in which they came.
    this.#kept.delete(key);
    this.#kept.set(key, { value, at, until });
    if (!isWithin(this.#sweptAt, at, sweepEveryMs)) this.#sweep(at);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.max) return;
      this.#kept.delete(oldest);
    }
  }

  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
  }
}
