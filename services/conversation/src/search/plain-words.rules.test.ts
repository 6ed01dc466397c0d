import { expect, it } from '@jest/globals';
import { plainWords } from './plain-words.rules.js';

it.each([
  ['| Year | Share |\n|------|:-----:|\n| 2025 | 12 % |', 'Year Share 2025 12 %'],
  ['|a|b|\n|:-|-:|\n|1|2|', 'a b 1 2'],
  ['# Result\n\n> Hold **seats** with a `lease`.\n\n---\n\nDone.', 'Result Hold seats with a lease. Done.'],
  ['- [x] done\n- open\n* third\n1. first', 'done open third 1. first'],
  ['```ts\nconst x = 1;\n```', 'const x = 1;'],
  ['See [the report](https://example.test/a) and ![a chart](/media/1).', 'See the report and a chart.'],
  ['Use C# for issue #12, 3 > 2, snake_case and ~5 s.', 'Use C# for issue #12, 3 > 2, snake_case and ~5 s.'],
  // Stored before the rulers of tables were left out.
  ['Year Share --- --- 2025 12 %', 'Year Share 2025 12 %'],
])('says %j plainly', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
  expect(plainWords(words)).toBe(words);
});

it.each(['[', '|', '-', '`', '*', '> ', ' ', '![a]('])('is not kept busy by many of %j', (mark) => {
  expect(plainWords(`${mark.repeat(50_000)}end`)).toContain('end');
});
