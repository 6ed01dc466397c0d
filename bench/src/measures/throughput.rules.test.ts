import { expect, it } from '@jest/globals';
import { throughputRows, type RoundCost } from './throughput.rules.js';

const cost = (part: Partial<RoundCost>): RoundCost => ({
  count: 100,
  seconds: 2,
  servers: 1,
  postgres: 0.5,
  wal: 8_192_000,
  ...part,
});

it('compares medians per broadcast, and judges both ratios', () => {
  const ours = [cost({}), cost({ servers: 9 }), cost({})];
  const floor = [cost({ servers: 0.2, postgres: 0.3, wal: 2_048_000 })];
  expect(throughputRows(ours, floor).slice(0, 4)).toMatchObject([
    { ours: '15.00 ms', floor: '5.00 ms', compared: '3.0 ×', verdict: 'ok' },
    { ours: '10.00 ms + 5.00 ms', floor: '2.00 ms + 3.00 ms' },
    { ours: '67', floor: '200' },
    { ours: '80.0 KB', floor: '20.0 KB', compared: '4.0 ×', verdict: 'over' },
  ]);
});
