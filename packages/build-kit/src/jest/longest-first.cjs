const { createHash } = require('node:crypto');
const { relative } = require('node:path');
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

/** Files of one worker share its process: whatever one leaves behind shows only to those after it. */
const seed = process.env['TEST_SHUFFLE'];

/** @param {Test} test the same number for the same seed and file, wherever the checkout stands */
const drawn = ({ path }) =>
  createHash('sha256')
    .update(`${seed} ${relative(process.cwd(), path)}`)
    .digest()
    .readUInt32BE();

class LongestFirst extends Sequencer {
  /** @override @param {Test[]} tests */
  sort(tests) {
    if (seed !== undefined) return tests.toSorted((one, other) => drawn(one) - drawn(other));
    return /** @type {Test[]} */ (super.sort(tests)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

module.exports = LongestFirst;
