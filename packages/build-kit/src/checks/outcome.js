/**
 * @typedef {object} Outcome what a step of `npm test` came to
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [reasons] why something was skipped
 * @property {string} [output] shown when something failed
 * @property {TestFile[]} [files] that ran
 */

/**
 * @typedef {object} TestFile
 * @property {string} path relative to the root
 * @property {number} seconds from its first line to its last test
 */

/** @returns {Outcome} */
export const passed = () => ({ passed: 1, failed: 0, skipped: 0 });

/** @param {string} output @returns {Outcome} */
export const failed = (output) => ({ passed: 0, failed: 1, skipped: 0, output });

/** @param {string} reason @param {number} [count] @returns {Outcome} */
export const skipped = (reason, count = 1) => ({ passed: 0, failed: 0, skipped: count, reasons: [reason] });

/** @param {{ code: number, output: string }} ended */
export const ofCommand = ({ code, output }) => (code === 0 ? passed() : failed(output));

/**
 * @param {Outcome[]} outcomes
 * @param {number} count
 * @returns {string[]} a line for each of the files that took longest, longest first
 */
export function slowestFiles(outcomes, count) {
  const files = outcomes.flatMap((outcome) => outcome.files ?? []);
  const longest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
  return longest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

/** @param {Outcome[]} outcomes @returns {string} the line a run ends with */
export function closingLine(outcomes) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
