import { expect, test } from '@jest/globals';
import { countTests } from './jest-step.js';
import { closingLine, failed, passed, skipped, slowestFiles } from './outcome.js';
import { choose } from './run-test.js';

const clean = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};

test('a run ends with its counts alone on a line', () => {
  const outcomes = [passed(), failed('why'), skipped('no browser', 4), { passed: 10, failed: 2, skipped: 1 }];
  expect(closingLine(outcomes)).toBe('11 passed, 3 failed, 5 skipped');
});

test('the files that took longest are named, longest first, over all steps', () => {
  const one = {
    ...passed(),
    files: [
      { path: 'a.spec.ts', seconds: 1.25 },
      { path: 'b.spec.ts', seconds: 70 },
    ],
  };
  const other = { ...passed(), files: [{ path: 'c.spec.ts', seconds: 3 }] };
  expect(slowestFiles([one, passed(), other], 2)).toEqual(['   70.0 s  b.spec.ts', '    3.0 s  c.spec.ts']);
});

test('a suite that cannot be loaded counts as a failure', () => {
  expect(countTests({ ...clean, numRuntimeErrorTestSuites: 1 }, 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('a run that fails without a failed test is a failure', () => {
  expect(countTests(clean, 1)).toMatchObject({ passed: 5, failed: 1 });
  expect(countTests(clean, 0)).toMatchObject({ passed: 5, failed: 0 });
});

test('a skipped test is named', () => {
  const assertionResults = [{ status: 'pending', fullName: 'the endpoint answers' }];
  const counted = countTests({ ...clean, testResults: [{ assertionResults }] }, 0);
  expect(counted).toMatchObject({ skipped: 1, reasons: ['the endpoint answers: marked so in the test itself'] });
});

const run = async () => passed();
/** @type {import('./steps.js').Step[]} */
const steps = [
  { name: 'lint', title: 'lint', run, reachedBy: (files) => files.includes('a.ts') },
  { name: 'format', title: 'formatting', run },
  { name: 'build', title: 'build', run, reachedBy: () => false },
  { name: 'spec', title: 'slices', run, hasPatterns: true, needs: ['build'] },
  { name: 'separate', title: 'slices apart', run, hasPatterns: true, onlyFull: true },
];

/** @type {[string, Partial<Parameters<typeof choose>[1]>, string[] | undefined, string[]][]} */
const choices = [
  ['all of them', {}, undefined, ['lint', 'format', 'build', 'spec']],
  ['with --full, also the long ones', { full: true }, undefined, ['lint', 'format', 'build', 'spec', 'separate']],
  ['those that were named', { only: ['lint'] }, undefined, ['lint']],
  ['those that were named, long or not', { only: ['separate'] }, undefined, ['separate']],
  ['those that run test files', { patterns: ['history'] }, undefined, ['build', 'spec']],
  ['those that a change can reach', {}, ['README.md'], ['format', 'build', 'spec']],
  ['those that a change can reach', {}, ['a.ts'], ['lint', 'format', 'build', 'spec']],
];
test.each(choices)('%s are run', (_name, options, files, wanted) => {
  expect(choose(steps, { full: false, patterns: [], ...options }, files).map(({ name }) => name)).toEqual(wanted);
});
