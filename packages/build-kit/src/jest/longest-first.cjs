const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {import('@jest/test-result').Test} Test */

// What takes longest, longest first: jest itself goes by the last run, and in a fresh clone by the size of files.
const longest = [
  'build-kit/test/new',
  'e2e/test/draining',
  'ai-dispatch/test/files',
  'conversation/test/crash',
  'admin/test/notices-killed',
  'build-kit/test/start',
  'ai-dispatch/test/dispatch',
  'build-kit/test/bundle',
  'ai-dispatch/test/key-material',
  'scheduler/test/failover',
  'ai-dispatch/test/pages',
  'scheduler/test/rounds',
  'admin/test/deliveries-killed',
  'quality/test/faults',
  'gateway/test/refusals',
  'gateway/test/taking-effect',
  'quality/test/killed',
  'scheduler/test/rounds-killed',
  'scheduler/test/scheduling',
  'ai-dispatch/test/failover',
  'e2e/test/provider-fault-cells',
  'ai-dispatch/test/limits',
  'scheduler/test/leases',
  'scheduler/test/replicas',
  'build-kit/test/alone',
  'specs/backtest-screens',
  'specs/ai-chat',
  'specs/administering',
  'specs/kill',
  'specs/dashboard-files',
  'specs/history',
  'specs/dashboard-fold',
  'specs/blind-rounds',
  'specs/dashboard-accessibility',
  'specs/settle',
  'specs/estimate',
  'specs/saved-queries',
  'specs/leaderboard',
  'specs/dashboard-reading',
  'specs/cli',
  'specs/comparisons',
  'specs/dashboard-toasts',
  'specs/agreement-screens',
  'specs/ai-services',
  'specs/erasure',
  'specs/dashboard-choices',
  'specs/skew',
  'specs/media',
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
