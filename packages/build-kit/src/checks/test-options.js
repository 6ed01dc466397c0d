/**
 * @typedef {object} TestOptions the options of `npm test`
 * @property {boolean} full also what a change needs not wait for: every sample of the large ones, every build
 * @property {string} [changed] a git revision: only what the changes since it can reach
 * @property {string[]} [only] names of steps
 * @property {number} [shuffle] the seed of a random order of test files
 * @property {number} [slowest] how many of the test files that took longest are named at the end
 * @property {string[]} patterns of test files; other steps are left out when there are some
 */

export const help = `npm test                      everything
npm test -- --changed         what your changes since the main branch can reach
npm test -- --changed=HEAD~3  what the changes since a revision can reach
npm test -- --only lint,spec  some steps
npm test -- history           test files whose path has this
npm test -- --full            everything, in full size, and end to end again over the wire (what CI runs every night)
npm test -- --shuffle         test files in a random order; --shuffle=7 repeats that of seed 7
npm test -- --slowest         also names the twenty test files that took longest; --slowest=50 names fifty`;

/**
 * @param {string[]} args
 * @param {string[]} steps their names
 * @returns {TestOptions | 'help'}
 * @throws {Error} with a sentence that says what to do
 */
export function readTestOptions(args, steps) {
  /** @type {TestOptions} */
  const options = { full: false, patterns: [] };
  const queue = [...args];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    const [name, value] = splitOnce(word);
    if (name === '--help') return 'help';
    else if (name === '--full') options.full = true;
    else if (name === '--changed') options.changed = value ?? '';
    else if (name === '--shuffle') options.shuffle = readSeed(value ?? String(Math.floor(Math.random() * 1e6)));
    else if (name === '--slowest') options.slowest = readCount(value ?? '20');
    else if (name === '--only') options.only = readNames(value ?? queue.shift() ?? '', steps);
    else if (word.startsWith('-')) throw new Error(`${word} is no option of npm test. There are:\n${help}`);
    else options.patterns.push(word);
  }
  return options;
}

/** @param {string} word @returns {[string, string | undefined]} */
function splitOnce(word) {
  const at = word.indexOf('=');
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined];
}

/** @param {string} value */
function readSeed(value) {
  if (!/^\d{1,9}$/.test(value)) throw new Error('--shuffle wants a seed of up to nine digits, such as --shuffle=7.');
  return Number(value);
}

/** @param {string} value */
function readCount(value) {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error('--slowest wants a number of files, such as --slowest=50.');
  return Number(value);
}

/** @param {string} list @param {string[]} known */
function readNames(list, known) {
  const names = list.split(',').filter(Boolean);
  if (names.length === 0 || names.some((name) => !known.includes(name))) {
    throw new Error(`--only wants steps, separated by commas, out of: ${[...new Set(known)].join(', ')}.`);
  }
  return names;
}
