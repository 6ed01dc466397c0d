import { z } from 'zod';

/** uuid of a user, conversation, message or broadcast. */
export const id = z.uuid('This is not a valid id.');
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const isWithinEra = (written: string) => {
  const at = Date.parse(written);
  return at >= earliest && at <= latest;
};
const era = 'Write a time between the years 1970 and 9999.';

/** A time that comes in, with any offset. Every service and its database can count with what it accepts. */
export const inputTime = (sentence: string) =>
  z.iso.datetime({ offset: true, error: sentence }).refine(isWithinEra, { error: era, abort: true });
/** A day of UTC that comes in, `2026-03-31`. */
export const inputDay = z.iso.date('Write a day such as 2026-03-31.').refine(isWithinEra, era);
/** A service's name in the catalog: a slug. */
export const aiServiceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'An AI service is named by lower-case letters, digits, dots and dashes.');
