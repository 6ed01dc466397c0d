import { AppError } from './app-error.js';

/** The code of what Postgres cancelled because it ran too long: the same again would run as long. */
export const tookTooLong = 'took_too_long';

/** Whether something was only unavailable, so that the same work succeeds once it is back, however long that takes. */
export function isAway(error: unknown): boolean {
  return AppError.is(error) && error.kind === 'unavailable' && error.code !== tookTooLong;
}
