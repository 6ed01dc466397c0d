/**
 * A copy of the set with the item added, or removed if it was there.
 *
 * @example
 * toggled(new Set(['gpt']), 'gpt') // an empty set
 */
export function toggled<Item>(chosen: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(chosen);
  if (!next.delete(item)) next.add(item);
  return next;
}
