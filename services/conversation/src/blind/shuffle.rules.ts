/** Every order is as likely as any other; `randomBelow(n)` answers a whole number from 0 to n - 1. */
export function shuffled<T>(items: readonly T[], randomBelow: (limit: number) => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(randomBelow(left.length), 1)[0]!);
}
