/** A number in [0, 1) that is the same for the same seed. */
export function chanceOf(seed: string): number {
  let state = 2166136261;
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 16777619);
  state = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
  state = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
  return ((state ^ (state >>> 16)) >>> 0) / 4294967296;
}

/** The items in an order that depends only on the seed. */
export function shuffled<T>(items: readonly T[], nameOf: (item: T) => string, seed: string): T[] {
  const drawn = items.map((item) => ({ item, at: chanceOf(`${seed} ${nameOf(item)}`), name: nameOf(item) }));
  return drawn.sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1)).map(({ item }) => item);
}
