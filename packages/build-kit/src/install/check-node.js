// Loaded before anything else, and so written for any Node: an old one must reach the sentence below.
/** @type {[major: number, minor: number]} */
const least = [20, 19];

/**
 * @returns {boolean} whether a version such as 20.19.0 can run this project
 * @param {string} version such as 20.19.0
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > least[0] || (major === least[0] && minor >= least[1]);
}

/** Ends the process with a sentence where Node is too old. */
export function checkNode() {
  if (isNewEnough(process.versions.node)) return;
  console.error(
    `Polylogue needs Node ${least.join('.')} or later; this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and start again.',
  );
  process.exit(1);
}
