import { AppError } from '../errors/app-error.js';
import { tookTooLong } from '../errors/is-away.js';

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
  // Shut down, crashed, starting up, idle for too long within a transaction; its disk cannot be read or written.
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '58030',
]);
/** Classes of SQLSTATE: the connection; resources, such as connections, memory and room on the disk. */
const awayClasses = ['08', '53'];
const awayMessages =
  /connection terminated|timeout (exceeded when trying to connect|expired)|query read timeout|not queryable|client was closed/i;

interface Fault {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  driverError?: unknown;
  errors?: unknown;
}

/** Whether an error means that Postgres is away, starting, or too busy, rather than that a query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  // By shape, not by class: errors of Node's own modules come from another realm under some test runners.
  for (let each = error as Fault | null; typeof each === 'object' && each !== null; each = innerOf(each)) {
    const code = String(each.code ?? '');
    if (awayCodes.has(code) || awayClasses.includes(code.slice(0, 2)) || awayMessages.test(String(each.message)))
      return true;
    if (Array.isArray(each.errors) && each.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Whether Postgres chose this transaction to end a deadlock: the same work may be tried again at once. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, ['40P01', '40001']);
}

/** Whether such a row is there already. */
export function isDuplicate(error: unknown): boolean {
  return hasCode(error, ['23505']);
}

/** Whether a row stayed locked by another transaction for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, ['55P03']);
}

/** Whether a statement divided by zero. */
export function isDivisionByZero(error: unknown): boolean {
  return hasCode(error, ['22012']);
}

/** Whether the database, the role, the schema, the table or the right to read it is not there. */
export function isNotProvided(error: unknown): boolean {
  return hasCode(error, ['3D000', '28000', '28P01', '3F000', '42P01', '42501']);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  for (let each = error as Fault | null; typeof each === 'object' && each !== null; each = innerOf(each)) {
    if (codes.includes(String(each.code))) return true;
  }
  return false;
}

/** Whether a statement ran for as long as it may (`statement_timeout`) and was cancelled. */
export function isCancelled(error: unknown): boolean {
  return hasCode(error, ['57014']);
}

/**
 * Turns a lost database and a cancelled statement into `unavailable`, each under its own code; leaves every other error as
 * it is.
 */
export function toDatabaseError(error: unknown): unknown {
  if (AppError.is(error)) return error;
  if (isCancelled(error)) {
    return new AppError('unavailable', tookTooLong, 'That took too long. Please try again.', { cause: error });
  }
  if (!isDatabaseAway(error)) return error;
  const sentence = 'The database is not available right now. Please try again.';
  return new AppError('unavailable', 'database_unavailable', sentence, { retryAfterSeconds: 2, cause: error });
}

function innerOf({ cause, driverError }: Fault): Fault | null {
  return (cause ?? driverError ?? null) as Fault | null;
}
