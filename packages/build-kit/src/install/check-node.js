// Loaded before anything else, and so written for any Node: an old one must reach the sentence below.
/** @type {[major: number, minor: number]} */
const minVersion = [20, 19];

/**
 * @returns {boolean} whether a version such as 20.19.0 can run this project
 * @param {string} version such as 20.19.0
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]);
}

/** Ends the process with a sentence where Node is too old. */
export function checkNode() {
  if (isNewEnough(process.versions.node)) return;
  console.error(
    `Polylogue needs Node ${minVersion.join('.')} or later; this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and start again.',
  );
  process.exit(1);
}
