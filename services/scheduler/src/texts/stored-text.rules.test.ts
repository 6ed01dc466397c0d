import { describe, expect, it } from '@jest/globals';
import { beginningOf, storable } from './stored-text.rules.js';

it('replaces NUL and half a surrogate pair, and leaves whole ones', () => {
  expect(storable('a\0b 🙂 \ud83d c \ude42')).toBe('a\uFFFDb 🙂 \uFFFD c \uFFFD');
});

describe('the beginning of a text', () => {
  it.each([
    ['is the text where that is short', 'ab', 'ab'],
    ['has no half of a character', 'ab🙂c', 'ab'],
    ['has a character that just fits', 'a🙂c', 'a🙂'],
  ])('%s', (_what, text, beginning) => {
    expect(beginningOf(text, 3)).toBe(beginning);
  });
});
