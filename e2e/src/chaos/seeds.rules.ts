const usual = { quick: [1, 10], full: [1, 1_000] } as const;
const together = 20;

/** Which seeds are wanted: `--seed 7`, `--seeds 5..9`, `--quick`, or all. Undefined where that is no number. */
export function chosenSeeds(wanted: { seed?: string; seeds?: string; quick?: boolean }): number[] | undefined {
  const { seed, seeds = seed === undefined ? undefined : `${seed}..${seed}`, quick = false } = wanted;
  const [from, to] = seeds === undefined ? (quick ? usual.quick : usual.full) : boundsOf(seeds);
  if (!(from >= 0 && to >= from)) return undefined;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function boundsOf(text: string): [number, number] {
  const [, from, to] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? [];
  return [Number(from), Number(to)];
}

/** Those that are played before the oracle looks. */
export function inBatches(seeds: readonly number[]): number[][] {
  const count = Math.ceil(seeds.length / together);
  return Array.from({ length: count }, (_, index) => seeds.slice(index * together, (index + 1) * together));
}
