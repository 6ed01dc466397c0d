import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { partLength, partsOf, toQuery, toVector, wordsOf } from './words.rules.js';

const user = '0191f0a0-0000-7000-8000-0000deadbeef';

describe('the words of a text', () => {
  it.each([
    ['Hold SEATS, hold_them!', ['hold', 'seats', 'hold_them']],
    ['ＡＢＣ ﬁne', ['abc', 'fine']],
    ['Äpfel naïve Ёлка Straße', ['apfel', 'naive', 'елка', 'strasse']],
    ['ลัง がぎ', ['ลั', 'ัง', 'ง', 'がぎ', 'ぎ']],
    ['Ship it 🚀! ❤️ 🇫🇷', ['ship', 'it', '🚀', '❤', '🇫🇷']],
    ['東京都', ['東京', '京都', '都']],
    ['サーバーの負荷', ['サー', 'ーバ', 'バー', 'ーの', 'の負', '負荷', '荷']],
    ['GPT的回答', ['gpt', '的回', '回答', '答']],
    ['한국어', ['한국', '국어', '어']],
    ['— … !', []],
  ])('of %s', (text, words) => {
    expect([...wordsOf(text)].sort()).toEqual([...words].sort());
  });

  it('are found by whatever part of the text is typed, whole words or a run of characters', () => {
    const script = fc.constantFrom('abc', 'äöü', '東京都', 'かきく', '학습');
    const word = script.chain((letters) =>
      fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, at) => {
        const vector = toVector(user, wordsOf(words.join(' '))).split(' ');
        const query = toQuery(user, words[at % words.length]!)!;
        for (const each of query.split(' & ')) {
          // Of what is typed with accents the form without them is indexed.
          const term = each.replace(/^\((.*) \| .*\)$/, '$1');
          const isBeginning = term.endsWith(':*');
          const lexeme = isBeginning ? term.slice(0, -3) : term;
          expect(vector.some((each) => (isBeginning ? each.startsWith(lexeme) : each === lexeme))).toBe(true);
        }
      }),
      { seed: 5 },
    );
  });

  it('never break out of their quotes, and carry the mark of the user', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const terms = (toQuery(user, typed) ?? '').split(/ [&|] /).filter(Boolean);
        for (const term of terms.map((each) => each.replace(/^\(|\)$/g, ''))) {
          expect(term).toMatch(/^'deadbeef[^'\\\s]+'(:\*)?$/u);
        }
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });
});

describe('a long text', () => {
  it('is indexed in parts, and no word at a seam is lost', () => {
    const text = Array.from({ length: 9_000 }, (_none, at) => `word${at}`).join(' ');
    const parts = partsOf(text);
    expect(parts.length).toBe(Math.ceil(text.length / partLength));
    const found = new Set(parts.flatMap((part) => [...wordsOf(part)]));
    for (const word of wordsOf(text)) expect(found.has(word)).toBe(true);
  });

  it('is indexed in parts that may be cut within a character', () => {
    const text = `a${'𠮷野'.repeat(partLength)}`;
    const found = new Set(partsOf(text).flatMap((part) => [...wordsOf(part)]));
    expect([...wordsOf(text)].filter((word) => !found.has(word))).toEqual([]);
  });

  it('with hostile words stays far below what one entry may hold', () => {
    const [part = ''] = partsOf('𠮷野家で'.repeat(20_000));
    expect(Buffer.byteLength(toVector(user, wordsOf(part)))).toBeLessThan(1_000_000);
    const distinct = Array.from({ length: partLength / 2 }, (_none, at) => String.fromCodePoint(0x20000 + at)).join('');
    expect(Buffer.byteLength(toVector(user, wordsOf(distinct)))).toBeLessThan(1_000_000);
  });
});
