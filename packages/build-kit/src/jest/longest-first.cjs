const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {import('@jest/test-result').Test} Test */

// What takes longest, longest first: jest itself goes by the last run, and in a fresh clone by the size of files.
const longest = [
  'build-kit/test/new',
  'ai-dispatch/test/files',
  'build-kit/test/bundle',
  'build-kit/test/start',
  'conversation/test/crash',
  'scheduler/test/failover',
  'gateway/test/taking-effect',
  'quality/test/faults',
  'scheduler/test/replicas',
  'build-kit/test/alone',
  'ai-dispatch/test/failover',
  'scheduler/test/leases',
  'ai-dispatch/test/key-material',
  'specs/kill',
  'specs/dashboard-accessibility',
  'specs/history',
  'specs/dashboard-files',
  'specs/ai-chat',
  'specs/accessibility',
  'specs/saved-queries',
  'specs/dashboard-reading',
  'specs/administering',
  'specs/dashboard-toasts',
  'specs/dashboard-choices',
  'specs/media',
  'specs/admin',
  'specs/broadcast',
  'specs/ai-services',
  'specs/usage',
  'specs/tracing',
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
