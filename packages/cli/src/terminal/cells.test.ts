import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellsOf, fit, wrap } from './cells.js';

// What breaks tables of terminals: two cells, no cell, several code points in one cell, and what wraps at all.
const awkward = fc.constantFrom(
  '漢',
  'カ',
  'ｶﾞ',
  'e\u0301',
  '\u0301',
  '👩‍👩‍👧‍👦',
  '🇨🇭',
  '👍🏽',
  '\u200b',
  '한',
  '…',
  ' ',
  '\n',
  'word',
);
const texts = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 12 })))
  .map((parts) => parts.join(''));
const widths = fc.integer({ min: 2, max: 40 });

describe('wrapping', () => {
  it('makes no line wider than there are cells', () => {
    fc.assert(
      fc.property(texts, widths, (text, width) => {
        for (const line of wrap(text, width)) expect(cellsOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('loses nothing but spaces', () => {
    const words = (text: string) => text.replace(/\s/g, '');
    const narrow = texts.filter((text) =>
      [...new Intl.Segmenter().segment(text)].every(({ segment }) => cellsOf(segment) <= 2),
    );
    fc.assert(
      fc.property(narrow, widths, (text, width) => expect(words(wrap(text, width).join(''))).toBe(words(text))),
    );
  });

  it.each<[string, number, string[]]>([
    ['one two three', 8, ['one two', 'three']],
    ['    indented as code', 12, ['    indented', 'as code']],
    ['a\n\nb', 5, ['a', '', 'b']],
    ['unbelievable', 5, ['unbel', 'ievab', 'le']],
    ['漢字漢字', 5, ['漢字', '漢字']],
    ['ends with a space ', 17, ['ends with a space']],
    ['', 5, ['']],
  ])('%j in %d cells', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
});

describe('fitting', () => {
  it('takes exactly the cells it is given', () => {
    fc.assert(fc.property(texts, widths, (text, width) => expect(cellsOf(fit(text, width))).toBe(width)));
  });

  it.each([
    ['abc', 5, 'abc  '],
    ['abcdef', 5, 'abcd…'],
    ['漢字漢', 5, '漢字…'],
    ['two\nlines', 12, 'two lines   '],
  ])('%j in %d cells', (text, width, line) => expect(fit(text, width)).toBe(line));
});
