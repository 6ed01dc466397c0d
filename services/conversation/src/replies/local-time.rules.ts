/** The time at which an id of version 7 was made by this process, as `performance.now()` told it then. */
export function localTimeOf(id: string): number {
  const madeAt = parseInt(id.slice(0, 13).replace('-', ''), 16);
  return performance.now() - Math.max(0, Date.now() - madeAt);
}
