import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainWords, previewOf, sortKeyOf, withoutMarks } from './plain-words.rules.js';

it.each([
  ['| Year | Share |\n|------|:-----:|\n| 2025 | 12 % |', 'Year Share 2025 12 %'],
  ['|a|b|\n|:-|-:|\n|1|2|', 'a b 1 2'],
  ['# Result\n\n> Hold **seats** with a `lease`.\n\n---\n\nDone.', 'Result Hold seats with a lease. Done.'],
  ['- [x] done\n- open\n* third\n1. first', 'done open third 1. first'],
  ['```ts\nconst x = 1;\n```', 'const x = 1;'],
  ['See [the report](https://example.test/a) and ![a chart](/media/1).', 'See the report and a chart.'],
  ['Use C# for issue #12, 3 > 2, snake_case and ~5 s.', 'Use C# for issue #12, 3 > 2, snake_case and ~5 s.'],
  ['It is _how to know_, (_so_), snake_case and _id', 'It is how to know, (so), snake_case and _id'],
  // Stored before the rulers of tables were left out.
  ['Year Share --- --- 2025 12 %', 'Year Share 2025 12 %'],
])('reduces %j to plain words', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
  expect(plainWords(words)).toBe(words);
});

it('makes one line of whatever it is given, and adds nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[]()|-*`>#~ \n\tab1') }), (markdown) => {
      const words = plainWords(markdown);
      expect(words).not.toMatch(/[\n\t]|^ | {2}| $/);
      expect(words.length).toBeLessThanOrEqual(markdown.length);
    }),
    { seed: 7 },
  );
});

it.each([
  ['“Émile” reads', 'emile” reads'],
  ['…and so on', 'and so on'],
  ['東京は晴れ', '東京は晴れ'],
  ['🚀', '🚀'],
  ['', ''],
])('sorts %j by %j', (words, key) => expect(sortKeyOf(words)).toBe(key));

it('never cuts a character in two', () => {
  expect(sortKeyOf('a🚀'.repeat(60))).toBe('a🚀'.repeat(30));
});

it('lists a text by its first words, whatever stands behind them, and cuts between characters', () => {
  expect(previewOf('## A *plain*\nline')).toEqual({ preview: 'A plain line', key: 'a plain line' });
  expect(previewOf('')).toEqual({ preview: '', key: '' });
  expect(previewOf('a🚀'.repeat(1_000)).preview).toBe('a🚀'.repeat(100));
  const marked = `${'🚀'.repeat(599)}*`;
  expect(previewOf(`${marked}*bold**`)).toEqual(previewOf(marked));
});

it('is what taking every mark out leaves, also where it looks for none', () => {
  const piece = fc.constantFrom(
    ...'#>-+*`~_|:=[]()<!x \t\n\u00a0',
    '---',
    ':-:',
    '~~~',
    '__',
    '](',
    '<br>',
    '<br />',
    '[x] ',
    'a',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (markdown) => expect(plainWords(markdown)).toBe(withoutMarks(markdown))),
    { numRuns: 3_000 },
  );
});
