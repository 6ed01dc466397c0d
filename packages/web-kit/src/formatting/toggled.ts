/**
 * A copy of the set with the item added, or removed if it was there.
 *
 * @example
 * toggled(new Set(['gpt']), 'gpt') // an empty set
 */
export function toggled(chosen: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(item)) next.add(item);
  return next;
}
