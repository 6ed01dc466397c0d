import { expect, test } from '@jest/globals';
import { readTestOptions } from './test-options.js';

/** @param {string[]} words */
const read = (...words) => readTestOptions(words, ['format', 'lint', 'spec']);

test('without words, everything runs', () => {
  expect(read()).toEqual({ full: false, patterns: [] });
});

test.each([
  [['--only', 'spec,format', 'quality'], { full: false, only: ['spec', 'format'], patterns: ['quality'] }],
  [['--only=lint'], { full: false, only: ['lint'], patterns: [] }],
  [['--changed'], { full: false, changed: '', patterns: [] }],
  [['--changed=HEAD~3'], { full: false, changed: 'HEAD~3', patterns: [] }],
  [['--full', 'history'], { full: true, patterns: ['history'] }],
  [['--help'], 'help'],
])('%j', (words, wanted) => {
  expect(read(...words)).toEqual(wanted);
});

test.each([['--only'], ['--only', 'speed'], ['--fast']])('%s %s is refused with what there is', (...words) => {
  expect(() => read(...words)).toThrow(words[0] === '--fast' ? 'no option of npm test' : 'out of: format, lint, spec.');
});
