import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { snippetsOf } from './snippet.rules.js';

const snippetOf = (body: string, typed: string) => snippetsOf(typed)(body);
const marked = ({ text, marks }: ReturnType<typeof snippetOf>) => marks.map(({ start, end }) => text.slice(start, end));

it('shows the line around the first hit and marks every one in it', () => {
  const found = snippetOf(`${'x '.repeat(200)}Hold the\n\nseat. Seats last.${' y'.repeat(300)}`, 'seat');
  expect(found.text).toMatch(/^….*Hold the seat\. Seats last\..*…$/);
  expect(marked(found)).toEqual(['seat', 'Seat']);
});

it('marks what is not spaced, and takes nothing typed for a pattern', () => {
  expect(marked(snippetOf('今日の東京は晴れ', '東京'))).toEqual(['東京']);
  expect(marked(snippetOf('a.c abc', 'a.c'))).toEqual(['a', 'c', 'a', 'c']);
});

it('marks a word whatever accents it was typed or written with, and emoji', () => {
  expect(marked(snippetOf('Le CAFÉ, le cafe\u0301, le cafe.', 'cafe'))).toEqual(['CAFÉ', 'cafe\u0301', 'cafe']);
  expect(marked(snippetOf('Le cafe', 'café'))).toEqual(['cafe']);
  expect(marked(snippetOf('We ship 🚀 now', '🚀'))).toEqual(['🚀']);
});

it('shows plain words, but an address that was looked for', () => {
  const body = '| Seats | Price |\n|---|---|\n| **first row** | [12](https://example.test/prices) |';
  expect(snippetOf(body, 'row').text).toBe('Seats Price first row 12');
  expect(marked(snippetOf(body, 'prices'))).toEqual(['prices']);
});

it('marks ranges of its text, in order, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ maxLength: 5 }), (body, typed) => {
      const { text, marks } = snippetOf(body, typed);
      let last = 0;
      for (const { start, end } of marks) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
    }),
    { seed: 5 },
  );
});
