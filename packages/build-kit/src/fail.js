/** @typedef {Error & { exitCode?: number }} Failure */

/**
 * Says what went wrong: a sentence where one was prepared, the whole trace where not.
 * @param {Failure} thrown
 */
export function fail(thrown) {
  const error = thrown.name === 'AbortError' && thrown.cause ? /** @type {Failure} */ (thrown.cause) : thrown;
  console.error(`\n${error.exitCode || !error.stack || !process.env.DEBUG ? error.message : error.stack}`);
  process.exitCode = error.exitCode ?? 1;
}
