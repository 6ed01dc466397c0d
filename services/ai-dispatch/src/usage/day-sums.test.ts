import { beforeEach, describe, expect, it } from '@jest/globals';
import { DaySums } from './day-sums.js';
import type { DayRange } from './usage-range.rules.js';
import { rowsOf, sumOf, type DayOfService } from './usage-sums.rules.js';
import type { UsageRepository } from './usage.repository.js';

const row = (day: string, aiService: string, calls: number, reportedMicros = 0): DayOfService => ({
  day,
  aiService,
  sums: {
    calls,
    failures: 1,
    inputTokens: 2,
    outputTokens: 3,
    uncountedCalls: 0,
    reportedMicros,
    estimatedMicros: 1,
    unpricedCalls: 0,
    cachedTokens: 4,
    reasoningTokens: 5,
  },
});

let stored: DayOfService[];
let queried: DayRange[];
let days: DaySums;
const noon = Date.parse('2026-03-10T12:00:00Z');
beforeEach(() => {
  stored = [row('2026-03-01', 'gpt', 1), row('2026-03-08', 'gpt', 2), row('2026-03-10', 'claude', 4, 9)];
  queried = [];
  const repository = {
    daySums: (range: DayRange) => {
      queried.push(range);
      return Promise.resolve(stored.filter(({ day }) => day >= range.from && day <= range.to));
    },
  };
  days = new DaySums(repository as unknown as UsageRepository);
});
const of = (range: DayRange, time: number) => {
  days.now = () => time;
  return days.of(range);
};
const march = { from: '2026-03-01', to: '2026-03-10' };

describe('the sums of days', () => {
  it('reads days that are over once, and today again', async () => {
    expect(await of(march, noon)).toEqual(stored);
    stored[2] = row('2026-03-10', 'claude', 5);
    expect(await of(march, noon + 2_000)).toEqual(stored);
    expect(queried).toEqual([march, { from: '2026-03-10', to: '2026-03-10' }]);
    expect(await of({ from: '2026-03-02', to: '2026-03-08' }, noon)).toEqual([stored[1]]);
    expect(queried).toHaveLength(2);
  });

  it('counts on yesterday for six hours more', async () => {
    const night = Date.parse('2026-03-09T05:59:59Z');
    await of(march, night);
    await of(march, night + 2_000);
    await of(march, night + 4_000);
    expect(queried.map(({ from }) => from)).toEqual(['2026-03-01', '2026-03-08', '2026-03-09']);
  });

  it('answers concurrent calls from one query', async () => {
    await Promise.all([of(march, noon), of(march, noon + 1_999)]);
    expect(queried).toHaveLength(1);
  });

  it('reads what reaches further back whole', async () => {
    await of({ from: '2026-03-05', to: '2026-03-08' }, noon);
    expect(await of(march, noon)).toEqual(stored);
  });

  it('adds up, days in order and services by cost, then calls, then name', async () => {
    const rows = [...stored, row('2026-03-08', 'brief', 3)];
    expect(sumOf(rows)).toMatchObject({ calls: 10, failures: 4, reportedMicros: 9, estimatedMicros: 4 });
    expect(sumOf([])).toMatchObject({ calls: 0, reportedMicros: 0 });
    expect(rowsOf('day', rows).map(({ day, sums }) => [day, sums?.calls])).toEqual([
      ['2026-03-01', 1],
      ['2026-03-08', 5],
      ['2026-03-10', 4],
    ]);
    expect(rowsOf('ai_service', rows).map(({ aiService }) => aiService)).toEqual(['claude', 'gpt', 'brief']);
    expect(rowsOf('ai_service', [row('d', 'b', 1), row('d', 'a', 1)]).map(({ aiService }) => aiService)).toEqual([
      'a',
      'b',
    ]);
  });
});
