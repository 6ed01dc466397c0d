const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {import('@jest/test-result').Test} Test */

// What takes longest, longest first: jest itself goes by the last run, and in a fresh clone by the size of files.
const longest = [
  'build-kit/test/new',
  'build-kit/test/bundle',
  'scheduler/test/replicas',
  'build-kit/test/alone',
  'scheduler/test/failover',
  'ai-dispatch/test/kept-people',
  'build-kit/test/start',
  'gateway/test/taking-effect',
  'ai-dispatch/test/key-material',
  'ai-dispatch/test/files',
  'specs/kill',
  'specs/history',
  'specs/dashboard-accessibility',
  'specs/dashboard-files',
  'specs/ai-chat',
  'specs/dashboard-toasts',
  'specs/dashboard-choices',
  'specs/administering',
  'specs/dashboard-reading',
  'specs/saved-queries',
  'specs/media',
  'specs/quality',
  'specs/admin',
  'specs/accessibility',
].map((name) => `/${name}.spec.`);

/** @param {Test} test */
const placeOf = ({ path }) => {
  const place = longest.findIndex((name) => path.includes(name));
  return place === -1 ? longest.length : place;
};

class LongestFirst extends Sequencer {
  /** @override @param {Test[]} tests */
  sort(tests) {
    return /** @type {Test[]} */ (super.sort(tests)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

module.exports = LongestFirst;
