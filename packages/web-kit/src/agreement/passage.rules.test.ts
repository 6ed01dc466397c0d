import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findPassage } from './passage.rules.js';

const lettersOf = (text: string) => text.replaceAll(/\s+/g, '');

describe('a quote', () => {
  it.each([
    ['within one text', ['They agree.', 'We do not.'], 'do not', [1, 3], [1, 9]],
    ['over several, as where a word is bold', ['It is ', 'never', ' true.'], 'is never true', [0, 3], [2, 5]],
    ['over a line break', ['one\n  two'], 'one two', [0, 0], [0, 9]],
    ['over cells of a table, between which the page has nothing', ['Oslo', '4 °C'], 'Oslo 4 °C', [0, 0], [1, 4]],
  ])('is found %s', (_where, texts, quote, [text, offset], [endText, endOffset]) =>
    expect(findPassage(texts, quote)).toEqual({
      start: { text, offset },
      end: { text: endText, offset: endOffset },
    }),
  );

  it('that stands there twice is taken where it is said to stand', () => {
    const texts = ['Yes. No. Yes.'];
    expect(findPassage(texts, 'Yes.', 0)?.start.offset).toBe(0);
    expect(findPassage(texts, 'Yes.', 9)?.start.offset).toBe(9);
  });

  it.each([['other words'], [''], ['  ']])('%j is not found', (quote) =>
    expect(findPassage(['They agree.'], quote)).toBeUndefined(),
  );

  it('is found in any texts, however they are cut and spaced, with just its letters', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '😀'), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 6 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        (texts, from, size) => {
          const letters = lettersOf(texts.join(''));
          const quote = letters.slice(from, from + size);
          fc.pre(quote !== '');
          const { start, end } = findPassage(texts, [...quote].join(' '), from)!;
          const [first = 0, last = 0] = [start, end].map(
            (place) => texts.slice(0, place.text).join('').length + place.offset,
          );
          expect(lettersOf(texts.join('').slice(first, last))).toBe(quote);
        },
      ),
    );
  });
});
