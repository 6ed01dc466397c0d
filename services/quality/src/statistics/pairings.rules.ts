/**
 * Who was compared with whom, as rows of slots: those of i are from `starts[i]` up to `starts[i + 1]`, one for each of its
 * `others`, in their order. Of many contestants few have ever met, and nothing is kept of the others.
 */
export interface Pairings {
  count: number;
  starts: Int32Array;
  others: Int32Array;
  /** Of each slot the one of the same pair in the row of the other. */
  reverse: Int32Array;
  /** Those that are tied by what they were compared in, also by way of others. */
  groups: Int32Array[];
}

export function pairingsOf(count: number, pairs: Iterable<readonly [one: number, other: number, ...rest: unknown[]]>) {
  const met = Array.from({ length: count }, () => new Set<number>());
  for (const [one, other] of pairs) {
    met[one]!.add(other);
    met[other]!.add(one);
  }
  const starts = new Int32Array(count + 1);
  for (const [i, each] of met.entries()) starts[i + 1] = starts[i]! + each.size;
  const others = new Int32Array(starts[count]!);
  for (const [i, each] of met.entries()) others.set(Int32Array.from(each).sort(), starts[i]);
  const pairings: Pairings = { count, starts, others, reverse: new Int32Array(others.length), groups: groupsOf(met) };
  for (let i = 0; i < count; i++)
    for (let slot = starts[i]!; slot < starts[i + 1]!; slot++)
      pairings.reverse[slot] = slotOf(pairings, others[slot]!, i);
  return pairings;
}

/** Where a pair that has met stands in the row of the first. */
export function slotOf({ starts, others }: Pairings, one: number, other: number): number {
  let [low, high] = [starts[one]!, starts[one + 1]! - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (others[middle]! < other) low = middle + 1;
    else high = middle;
  }
  return low;
}

function groupsOf(met: readonly ReadonlySet<number>[]): Int32Array[] {
  const seen = new Set<number>();
  return met.flatMap((_each, first) => {
    if (seen.has(first)) return [];
    const group = [first];
    seen.add(first);
    for (const one of group) {
      for (const other of met[one]!) {
        if (seen.has(other)) continue;
        seen.add(other);
        group.push(other);
      }
    }
    return [Int32Array.from(group).sort()];
  });
}
