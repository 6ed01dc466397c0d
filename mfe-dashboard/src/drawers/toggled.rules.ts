/** The same set with the item in it, or without it when it was. */
export function toggled(chosen: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(item)) next.add(item);
  return next;
}
