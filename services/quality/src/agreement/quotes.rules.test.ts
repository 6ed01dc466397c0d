import { describe, expect, it } from '@jest/globals';
import search from 'approx-string-match';
import fc from 'fast-check';
import { maxErrors, QuoteFinder } from './quotes.rules.js';

const reply = 'Row locks block “writers” — readers go on. Über naïve code:  it’s slower… than it looks.';

describe('a quote', () => {
  it.each([
    ['word for word', 'Row locks block', 'Row locks block'],
    ['in other case', 'row LOCKS block', 'Row locks block'],
    ['with plain quotation marks', 'block "writers"', 'block “writers”'],
    ['with another dash', '"writers" - readers', '“writers” — readers'],
    ['with a plain apostrophe', "it's slower", 'it’s slower'],
    ['with three dots', 'slower... than', 'slower… than'],
    ['with other white space', 'code:\nit’s\u00a0slower', 'code:  it’s slower'],
    ['decomposed', 'U\u0308ber nai\u0308ve code', 'Über naïve code'],
    ['with soft hyphens', 'nai\u0308ve co\u00adde:', 'naïve code:'],
    [
      'with a slip in a long passage',
      'Row locks block “writers” - reader go on.',
      'Row locks block “writers” — readers go on.',
    ],
  ])('is found %s', (_how, quote, passage) => {
    const found = new QuoteFinder(reply).find(quote);
    expect(found?.text).toBe(passage);
    expect(reply.slice(found?.start, found?.end)).toBe(passage);
  });

  it.each([
    ['is not there', 'Column locks are always better'],
    ['is too short', 'locks'],
    ['is empty', ''],
    ['is white space', ' \n '],
    ['turns a short one round', 'readers go off.'],
    ['leaves something out', 'Row locks block … it looks.'],
    ['is longer than any quote', `${reply} `.repeat(9)],
  ])('is not found when it %s', (_why, quote) => {
    expect(new QuoteFinder(reply).find(quote)).toBeUndefined();
  });

  it('costs little in a text that repeats itself, where nothing can be told apart', () => {
    const begun = performance.now();
    const finder = new QuoteFinder('a'.repeat(32_000));
    for (let quote = 0; quote < 20; quote += 1) {
      expect(finder.find(`${'a'.repeat(190 + quote)}b${'a'.repeat(190)}`)).toBeUndefined();
    }
    // Seconds where each place is looked at; here a fraction of one, also on a machine that is busy.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('of an empty reply is not found', () => expect(new QuoteFinder('').find('anything at all')).toBeUndefined());
});

const words = fc
  .array(fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 1, maxLength: 9 }), {
    minLength: 8,
    maxLength: 60,
  })
  .map((list) => list.join(' '));

describe('whatever the texts are', () => {
  const runs = { numRuns: 300, seed: 20261123 };

  it('a passage of the text is found, and what is answered stands in the text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(200), (plain, from, span) => {
        const start = plain.length === 0 ? 0 : from % plain.length;
        const found = new QuoteFinder(plain).find(plain.slice(start, start + span));
        if (found) expect(plain.slice(found.start, found.end)).toBe(found.text);
      }),
      runs,
    );
    fc.assert(
      fc.property(words, fc.nat(), (plain, from) => {
        const list = plain.split(' ');
        const quote = list.slice(from % (list.length - 7), (from % (list.length - 7)) + 8).join(' ');
        expect(new QuoteFinder(plain).find(quote)?.text).toBe(quote);
      }),
      runs,
    );
  });

  it('what is found differs from the quote by no more than allowed', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 20, max: 60 }), (plain, other, span) => {
        const quote = other.slice(0, span).trim();
        const found = new QuoteFinder(plain).find(quote);
        if (found) expect(distance(found.text, quote)).toBeLessThanOrEqual(maxErrors(quote.length));
      }),
      runs,
    );
  });

  it('the closest passage is found that a search of the whole text finds', () => {
    const slips = fc.array(fc.tuple(fc.nat(), fc.constantFrom('left out', 'doubled', 'changed')), { maxLength: 12 });
    fc.assert(
      fc.property(words, fc.nat(), fc.integer({ min: 24, max: 160 }), slips, (plain, from, span, where) => {
        const start = from % Math.max(1, plain.length - span);
        let quote = plain.slice(start, start + span).trim();
        for (const [place, kind] of where) {
          const at = place % quote.length;
          const sign = kind === 'left out' ? '' : kind === 'changed' ? 'z' : quote[at]!.repeat(2);
          quote = `${quote.slice(0, at)}${sign}${quote.slice(at + 1)}`;
        }
        quote = quote.trim().replaceAll(/ +/g, ' ');
        const errors = maxErrors(quote.length);
        const [slow] = errors === 0 ? [] : search(plain, quote, errors);
        const fast = new QuoteFinder(plain).find(quote);
        expect(fast === undefined).toBe(slow === undefined && !plain.includes(quote));
        if (!fast || !slow) return;
        // White space at its ends is no part of a passage, but may have stood for a sign of the quote.
        const around = ['', ' '].flatMap((before) => ['', ' '].map((after) => before + fast.text + after));
        expect(Math.min(...around.map((text) => distance(text, quote)))).toBeLessThanOrEqual(slow.errors);
      }),
      { ...runs, numRuns: 1_000 },
    );
  });

  it('each stretch of a text is where it was, whatever is folded', () => {
    const odd = fc.constantFrom('…', 'İ', 'ﬁ', '\u00ad', '“', 'e\u0301', '각', '\ud83d', '🚀', ' ', '\u00a0', 'A', 'b');
    fc.assert(
      fc.property(fc.array(odd, { minLength: 8, maxLength: 40 }), fc.nat(), fc.nat(), (signs, from, span) => {
        const plain = `${signs.join('')} and some plain words`;
        const start = from % plain.length;
        const quote = plain.slice(start, start + 8 + (span % 30));
        const found = new QuoteFinder(plain).find(quote);
        if (found) expect(plain.slice(found.start, found.end)).toBe(found.text);
      }),
      runs,
    );
  });

  it('an unrelated quote is never found', () => {
    const others = fc.string({ unit: fc.constantFrom(...'klmnopqrst '), minLength: 12, maxLength: 80 });
    fc.assert(
      fc.property(words, others, (plain, quote) => {
        fc.pre(quote.replaceAll(' ', '').length >= 8);
        expect(new QuoteFinder(plain).find(quote)).toBeUndefined();
      }),
      runs,
    );
  });
});

/** Insertions, deletions and substitutions between two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, sign] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= other.length; index += 1) {
      const cost = sign === other[index - 1] ? 0 : 1;
      next.push(Math.min(row[index]! + 1, next[index - 1]! + 1, row[index - 1]! + cost));
    }
    row = next;
  }
  return row[other.length]!;
}
