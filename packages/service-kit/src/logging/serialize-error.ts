import { AppError } from '../errors/app-error.js';

const deepest = 5;

/**
 * An error for the log: what it is and where, but none of the values it carries. (A failed query holds its parameters,
 * and with them what users wrote.)
 */
export function serializeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return typeof thrown === 'object' ? typeof thrown : String(thrown);
  const { name, message, stack, cause } = thrown;
  const code = (thrown as { code?: unknown }).code;
  return {
    type: name,
    message,
    ...(AppError.is(thrown) ? { kind: thrown.kind } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack,
    ...(cause !== undefined && depth < deepest ? { cause: serializeError(cause, depth + 1) } : {}),
  };
}
