/** A copy of the set with the item added, or removed if it was there. */
export function toggled(chosen: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(item)) next.add(item);
  return next;
}
