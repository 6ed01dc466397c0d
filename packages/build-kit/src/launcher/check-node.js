// Loaded before anything else, and so written for any Node: an old one must reach the sentence below.
const least = [20, 19];

/** @returns {boolean} whether a version such as 20.19.0 can run this project */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
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
