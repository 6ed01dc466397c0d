import { LRUCache } from 'lru-cache';
import { isWithin } from '../timing/is-within.js';

const sweepEveryMs = 60_000;

/**
 * The most recently used of what is good until a moment. What is past its moment leaves within a minute of new ones coming,
 * and does not wait until there is no more room: where all change every minute, room for an hour of them would be filled.
 */
export class ExpiringCache<V extends object> {
  readonly #kept: LRUCache<string, { value: V; until: number }>;
  #sweptAt: number;

  /** `now`: milliseconds of the clock that moments are given in. */
  constructor(
    max: number,
    private readonly now: () => number = Date.now,
  ) {
    this.#kept = new LRUCache({ max });
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
    this.#kept.set(key, { value, until });
    if (!isWithin(this.#sweptAt, this.now(), sweepEveryMs)) this.#sweep();
  }

  #sweep(): void {
    const now = (this.#sweptAt = this.now());
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
  }
}
