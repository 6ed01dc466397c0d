import { expect, test } from '@jest/globals';
import { readTestOptions } from './test-options.js';

/** @param {string[]} args */
const read = (...args) => readTestOptions(args, ['format', 'lint', 'spec']);

test('without arguments, everything runs', () => {
  expect(read()).toEqual({ full: false, patterns: [] });
});

test.each([
  [['--only', 'spec,format', 'quality'], { full: false, only: ['spec', 'format'], patterns: ['quality'] }],
  [['--only=lint'], { full: false, only: ['lint'], patterns: [] }],
  [['--changed'], { full: false, changed: '', patterns: [] }],
  [['--changed=HEAD~3'], { full: false, changed: 'HEAD~3', patterns: [] }],
  [['--full', 'history'], { full: true, patterns: ['history'] }],
  [['--shuffle=7'], { full: false, shuffle: 7, patterns: [] }],
  [['--slowest'], { full: false, slowest: 20, patterns: [] }],
  [['--slowest=5', 'history'], { full: false, slowest: 5, patterns: ['history'] }],
  [['--help'], 'help'],
])('%j', (args, wanted) => {
  expect(read(...args)).toEqual(wanted);
});

test('a random order is one that can be repeated', () => {
  const options = read('--shuffle');
  expect(options).toEqual({ full: false, shuffle: expect.any(Number), patterns: [] });
  expect(() => read('--shuffle=soon')).toThrow('--shuffle wants a seed');
});

test('how many files are named is a number', () => {
  expect(() => read('--slowest=all')).toThrow('--slowest wants a number of files');
});

test.each([['--only'], ['--only', 'speed'], ['--fast']])('%s %s is refused with what there is', (...args) => {
  expect(() => read(...args)).toThrow(args[0] === '--fast' ? 'no option of npm test' : 'out of: format, lint, spec.');
});
