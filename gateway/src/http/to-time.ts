/** A time of a message as `/api` writes it: ISO 8601, UTC. @throws RangeError where the sender left it out. */
export function toTime(date: Date | undefined): string {
  if (!date) throw new RangeError('A message of a service lacks a time.');
  return date.toISOString();
}
