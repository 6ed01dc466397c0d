import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differencesOf, type Differences } from './differences.rules.js';

fc.configureGlobal({ seed: 20250710 });

const sideOf = ({ parts }: Differences, without: 'added' | 'removed') =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('the differences of two replies', () => {
  it('are words, counted', () => {
    const found = differencesOf('The quick brown fox', 'The slow brown fox jumps', 'words');
    expect(found).toMatchObject({ by: 'words', removed: 1, added: 2 });
    expect(found.parts.find(({ kind }) => kind === 'removed')?.text).toBe('quick');
  });

  it('are lines, and a last line without its end is no difference', () => {
    const found = differencesOf('one\ntwo', 'one\ntwo\nthree', 'lines');
    expect(found.parts).toEqual([
      { kind: 'same', text: 'one\ntwo\n' },
      { kind: 'added', text: 'three\n' },
    ]);
    expect(found).toMatchObject({ added: 1, removed: 0 });
  });

  it('give back both replies to the letter', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b ', ' ', '\n', 'ü', '.'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const found = differencesOf(left, right, 'words');
        expect(sideOf(found, 'added')).toBe(left);
        expect(sideOf(found, 'removed')).toBe(right);
      }),
    );
  });
});
