import { expect, test } from '@jest/globals';
import { countTests } from './jest-step.js';
import { closingLine, failed, passed, skipped } from './outcome.js';
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

test('a suite that cannot be loaded counts as a failure', () => {
  expect(countTests({ ...clean, numRuntimeErrorTestSuites: 1 }, 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('a run that fails without a failed test is a failure', () => {
  expect(countTests(clean, 1)).toMatchObject({ passed: 5, failed: 1 });
  expect(countTests(clean, 0)).toMatchObject({ passed: 5, failed: 0 });
});

test('a skipped test is named', () => {
  const assertionResults = [{ status: 'pending', fullName: 'the door opens' }];
  const counted = countTests({ ...clean, testResults: [{ assertionResults }] }, 0);
  expect(counted).toMatchObject({ skipped: 1, reasons: ['the door opens: marked so in the test itself'] });
});

test('a test that passed only at its second try is named with what went wrong at the first', () => {
  const assertionResults = [
    {
      status: 'passed',
      fullName: 'the door opens',
      invocations: 2,
      retryReasons: ['Error: it was locked\n    at node_modules/jest/run.js:1'],
    },
    { status: 'passed', fullName: 'the window opens', invocations: 1, retryReasons: [] },
    { status: 'failed', fullName: 'the roof opens', invocations: 2, retryReasons: ['Error: it is a roof'] },
  ];
  const counted = countTests({ ...clean, testResults: [{ assertionResults }] }, 0);
  expect(counted.retried).toEqual(['the door opens\n    Error: it was locked']);
});

test('steps can be chosen, the rest are patterns of test files', () => {
  const steps = [{ name: 'format' }, { name: 'lint' }, { name: 'spec' }];
  expect(choose(steps, [])).toEqual({ chosen: steps, patterns: [] });
  expect(choose(steps, ['--only', 'spec,format', 'quality'])).toEqual({
    chosen: [{ name: 'format' }, { name: 'spec' }],
    patterns: ['quality'],
  });
  expect(() => choose(steps, ['--only', 'speed'])).toThrow('out of: format, lint, spec.');
});
