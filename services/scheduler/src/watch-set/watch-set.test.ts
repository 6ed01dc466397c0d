import { expect, it } from '@jest/globals';
import { foundOf, runWatchSets } from './run.js';

it('of 200 answers in other words at most 2 % are reported, of 50 changes at least 95 % are found, over ten sets', async () => {
  const result = await runWatchSets();
  expect([result.equalAnswers, result.planted.length]).toEqual([2_000, 500]);
  expect(result.falseAlarms / result.equalAnswers).toBeLessThanOrEqual(0.02);
  expect(foundOf(result) / result.planted.length).toBeGreaterThanOrEqual(0.95);
});

it('finds less with an extractor that reads badly: the set measures', async () => {
  const result = await runWatchSets([1], { misses: 0.4, unproven: 0.2, repeats: 0.2 });
  expect(foundOf(result) / result.planted.length).toBeLessThan(0.9);
});
