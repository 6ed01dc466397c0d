/** Choices that a seed repeats. */
export interface Seeded {
  /** A whole number from 0 up to, but without, `end`. */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Choices of this seed (mulberry32). */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, pick: (items) => items[below(items.length)]! };
}
