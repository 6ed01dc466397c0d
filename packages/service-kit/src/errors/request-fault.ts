import { UnknownEnumValueError } from '@polylogue/proto';
import { AppError } from './app-error.js';

/**
 * What PostgreSQL says of texts it cannot store (NUL, half of a surrogate pair), and Node where a process is to be given a NUL; and
 * of times that PostgreSQL does not have.
 */
const unstorable = new Set(['22021', '22P05', 'ERR_INVALID_ARG_VALUE']);
const outsideTime = new Set(['22007', '22008']);

interface Fault {
  code?: unknown;
  cause?: unknown;
  driverError?: unknown;
}

/**
 * What a request was at fault for, where what was thrown comes from something that stands in it; undefined for our own faults.
 * Looked for only once a call has failed, so that calls which do not fail pay nothing.
 */
export function faultOfRequest(thrown: unknown, request: unknown): AppError | undefined {
  const details = { cause: thrown };
  if (thrown instanceof UnknownEnumValueError) {
    if (!holds(request, (value) => value === thrown.value)) return undefined;
    return new AppError(
      'invalid',
      'unknown_value',
      `The request has a value that is not known here: ${thrown.value}.`,
      details,
    );
  }
  const code = codeOf(thrown);
  if (code === undefined) return undefined;
  if (unstorable.has(code) && holds(request, isUnstorable))
    return new AppError('invalid', 'unstorable_text', 'The request has a character that cannot be stored.', details);
  if (outsideTime.has(code) && holds(request, isOutsideTime))
    return new AppError('invalid', 'time_out_of_range', 'The request has a time that cannot be stored.', details);
  return undefined;
}

const isUnstorable = (value: unknown) =>
  typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value));

const isOutsideTime = (value: unknown) =>
  value instanceof Date && !(value.getTime() >= Date.UTC(1970, 0, 1) && value.getUTCFullYear() <= 9999);

/** The code of PostgreSQL, however often the error was wrapped. */
function codeOf(thrown: unknown): string | undefined {
  let fault = thrown as Fault | null | undefined;
  for (let depth = 0; fault && typeof fault === 'object' && depth < 5; depth += 1) {
    if (typeof fault.code === 'string') return fault.code;
    fault = (fault.cause ?? fault.driverError) as Fault | null | undefined;
  }
  return undefined;
}

/** Whether such a value stands anywhere in a message. */
function holds(message: unknown, isWanted: (value: unknown) => boolean): boolean {
  if (isWanted(message)) return true;
  if (typeof message !== 'object' || message === null || message instanceof Date || ArrayBuffer.isView(message))
    return false;
  return Object.values(message).some((value) => holds(value, isWanted));
}
