/** What is done with a resource: it is made, used while it is there and afterwards, and deleted. */
export type Step = 'create' | 'use' | 'delete' | 'use deleted' | 'delete again';

/** A generator of numbers from 0 to below 1 that a seed repeats (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Steps in a random order in which each can be taken: something is made before it is used. */
export function stepsOf(random: () => number, length: number): Step[] {
  const [alive, deleted] = [{ count: 0 }, { count: 0 }];
  return Array.from({ length }, () => {
    const possible: Step[] = [
      'create',
      ...(alive.count > 0 ? (['use', 'use', 'delete'] as const) : []),
      ...(deleted.count > 0 ? (['use deleted', 'delete again'] as const) : []),
    ];
    const step = possible[Math.floor(random() * possible.length)]!;
    if (step === 'create') alive.count += 1;
    if (step === 'delete') {
      alive.count -= 1;
      deleted.count += 1;
    }
    return step;
  });
}
