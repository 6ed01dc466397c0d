/**
 * @template T
 * @param {T | null | undefined} value
 * @param {string} what for the error
 * @returns {T} the value, which must be there
 */
export function defined(value, what) {
  if (value === undefined || value === null) throw new Error(`${what} is missing.`);
  return value;
}
