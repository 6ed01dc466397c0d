import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { safeJson, safeText } from './safe-text.js';

const dangerous = fc.constantFrom(
  '\u001b[2J',
  '\u001b]52;c;cm0=\u0007',
  '\u009b31m',
  '\r',
  '\b',
  '\u202e',
  '\u2066',
  '\u2028',
  '\t',
);
const texts = fc.array(fc.oneof(dangerous, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''));
const forbidden = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

describe('text for a terminal', () => {
  it('has no control character but the end of a line', () => {
    fc.assert(fc.property(texts, (text) => expect(safeText(text)).not.toMatch(forbidden)));
  });

  it('is the same whether it comes in one piece or in many', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => expect(safeText(one + other)).toBe(safeText(one) + safeText(other))),
    );
  });

  it.each([
    ['\u001b[31mred\u001b[0m', '[31mred[0m'],
    ['\u001b]0;title\u0007text', ']0;titletext'],
    ['a\r\nb\tc', 'a\nb  c'],
    ['emoji 👩‍👩‍👧‍👦, שלום, 漢字', 'emoji 👩‍👩‍👧‍👦, שלום, 漢字'],
  ])('%j', (text, safe) => expect(safeText(text)).toBe(safe));
});

it('JSON for a terminal says the same and has no control character either', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(safeJson({ text })).not.toMatch(forbidden);
      expect(JSON.parse(safeJson({ text }))).toEqual({ text });
    }),
  );
});
