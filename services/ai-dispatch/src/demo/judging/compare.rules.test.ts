import { expect, it } from '@jest/globals';
import { comparisonIn } from './compare.rules.js';

const mark = 'a'.repeat(32);
const thread = (first: string, second: string) => [
  { role: 'system' as const, content: `Compare <question-${mark}>, <first-${mark}> and <second-${mark}>.` },
  {
    role: 'user' as const,
    content: `<question-${mark}>\nWhat is 17 * 3?\n</question-${mark}>\n\n<first-${mark}>\n${first}\n</first-${mark}>\n\n<second-${mark}>\n${second}\n</second-${mark}>`,
  },
];
const said = (first: string, second: string) =>
  JSON.parse(comparisonIn('demo-sage', thread(first, second)) ?? 'null') as { better: string; margin: number };

it('a demo finds the right reply better in either order, and none of two that are alike', () => {
  const right = 'What 17 * 3 is: the result is 51.';
  const wrong = 'Obviously it is 12, everyone knows that.';
  expect(said(right, wrong)).toMatchObject({ better: 'first' });
  expect(said(wrong, right)).toMatchObject({ better: 'second' });
  expect(said(right, wrong).margin).toBeGreaterThan(0);
  expect(said(right, right)).toMatchObject({ better: 'tie', margin: 0 });
});

it('asked for anything else it compares nothing', () => {
  expect(comparisonIn('demo-sage', [{ role: 'user', content: 'Hello?' }])).toBeUndefined();
});
