import { describe, expect, it } from '@jest/globals';
import type { UsageSums } from '@polylogue/api-contract';
import { barsOf, formatCost, lastDays, nameOf, rangeFault, usualMeasure } from './usage.rules.js';

const sums = (fields: Partial<UsageSums> = {}): UsageSums => ({
  calls: 1,
  failures: 0,
  inputTokens: 10,
  outputTokens: 5,
  uncountedCalls: 0,
  unpricedCalls: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: { amount: 0, reported: 0, estimated: 0, currency: 'USD' },
  ...fields,
});
const cost = (reported: number, estimated = 0) => ({
  reported,
  estimated,
  currency: 'USD',
  amount: reported + estimated,
});

describe('a cost', () => {
  it.each([
    ['said by the provider', { cost: cost(1.5) }, '$1.50'],
    ['partly estimated', { cost: cost(1.5, 0.5) }, '≈\u00A0$2.00'],
    ['unknown, which is not 0', { unpricedCalls: 1 }, 'Unknown'],
    ['known in part', { unpricedCalls: 3, cost: cost(0.25) }, '$0.25'],
    ['really 0', { cost: cost(0) }, '$0.00'],
    ['nothing, of nothing', { calls: 0 }, '–'],
  ])('is %s', (_what, fields, expected) => expect(formatCost(sums(fields))).toBe(expected));
});

describe('a range of days', () => {
  it('ends today', () => {
    const now = Date.parse('2026-03-01T23:59:00Z');
    expect(lastDays(7, now)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  });

  it.each([
    ['2026-03-01', '2026-03-01', undefined],
    ['2025-03-01', '2026-03-01', undefined],
    ['2025-02-28', '2026-03-01', 'Choose at most 366 days.'],
    ['2026-03-02', '2026-03-01', 'The last day must not be before the first.'],
    ['', '2026-03-01', 'Choose both days.'],
  ])('%s to %s: %s', (from, to, fault) => expect(rangeFault({ from, to })).toBe(fault));

  it('has a bar for each of its days', () => {
    const range = { from: '2026-02-27', to: '2026-03-02' };
    const rows = [{ day: '2026-03-01', sums: sums({ calls: 1200 }) }];
    expect(barsOf(range, rows, 'calls').map(({ day, value, text }) => [day, value, text])).toEqual([
      ['2026-02-27', 0, '0'],
      ['2026-02-28', 0, '0'],
      ['2026-03-01', 1200, '1,200'],
      ['2026-03-02', 0, '0'],
    ]);
    expect(barsOf(range, [{ day: '2026-03-01', sums: sums({ unpricedCalls: 1 }) }], 'cost')[2]?.text).toBe('Unknown');
    expect(barsOf(range, rows, 'tokens')[2]?.value).toBe(15);
  });
});

it('looks at cost first where there is any, else at calls', () => {
  expect(usualMeasure(sums({ cost: cost(0, 0.1) }))).toBe('cost');
  expect(usualMeasure(sums({ unpricedCalls: 1 }))).toBe('calls');
});

it('names rows by day, service or user, and those of erased accounts', () => {
  const row = { sums: sums() };
  expect(nameOf({ ...row, day: '2026-03-01' })).toBe('2026-03-01');
  expect(nameOf({ ...row, aiService: { name: 'gpt', displayName: 'ChatGPT', color: '#10a37f' } })).toBe('ChatGPT');
  expect(nameOf({ ...row, user: { id: 'x', name: '', email: 'a@b.example' } })).toBe('a@b.example');
  expect(nameOf({ ...row, user: null })).toBe('Erased accounts');
});
