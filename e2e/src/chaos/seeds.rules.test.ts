import { expect, it } from '@jest/globals';
import { chosenSeeds, inBatches } from './seeds.rules.js';

it.each([
  [{ seed: '7' }, [7]],
  [{ seeds: '5..8' }, [5, 6, 7, 8]],
  [{ quick: true }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [{ seed: '7', quick: true }, [7]],
  [{ seeds: '8..5' }, undefined],
  [{ seeds: 'all' }, undefined],
  [{ seed: '-1' }, undefined],
])('the seeds of %j', (wanted, seeds) => expect(chosenSeeds(wanted)).toEqual(seeds));

it('a thousand when nothing is said', () => expect(chosenSeeds({})).toHaveLength(1_000));

it('twenty are played before the oracle looks', () => {
  expect(inBatches(chosenSeeds({ seeds: '3..45' })!).map((batch) => [batch[0], batch.at(-1)])).toEqual([
    [3, 22],
    [23, 42],
    [43, 45],
  ]);
});
