import { expect, it } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { BudgetsRepository } from './budgets.repository.js';
import { DayTotals } from './day-totals.js';

const budget = { micros: 1_000 };
const day = '2026-03-31';
const wishOf = (micros: number) => ({ micros, tokens: 0 });

function totalsOf(findDay: () => Promise<number>, atOnce = 10) {
  let nowMs = 0;
  const read = async () => ({ spent: wishOf(await findDay()), reserved: wishOf(0) });
  const totals = new DayTotals({ findDay: read } as unknown as BudgetsRepository, { AI_DISPATCH_USER_STREAMS: atOnce });
  totals.now = () => nowMs;
  return {
    isFar: (micros: number) => totals.isFar(budget, 'ada', day, wishOf(micros)),
    totals,
    pass: (ms: number) => (nowMs += ms),
  };
}

it('is far while as many calls as may be made at a time would all fit', async () => {
  const { isFar, totals } = totalsOf(() => Promise.resolve(500));
  expect([await isFar(50), await isFar(51)]).toEqual([true, false]);
  await totals.add('ada', day, wishOf(10));
  expect([await isFar(49), await isFar(50)]).toEqual([true, false]);
});

it('takes a usual number where calls at a time are not limited', async () => {
  const { isFar } = totalsOf(() => Promise.resolve(0), 0);
  expect([await isFar(6), await isFar(7)]).toEqual([true, false]);
});

it('is read again behind a call, and before one after a minute', async () => {
  const booked = [0, 900, 0];
  const { isFar, pass } = totalsOf(() => Promise.resolve(booked.shift() ?? NaN));
  expect(await isFar(50)).toBe(true);
  pass(4_000);
  expect([await isFar(50), booked.length]).toEqual([true, 2]);
  pass(2_000);
  expect([await isFar(50), booked.length]).toEqual([true, 2]);
  await until(async () => !(await isFar(50)), { what: 'the total of now' });
  expect(booked).toHaveLength(1);
  pass(60_000);
  expect([await isFar(50), booked.length]).toEqual([true, 0]);
});

it('answers for a Postgres that is away as if nothing were spent, and queries it again next time', async () => {
  let isAway = true;
  const { isFar } = totalsOf(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(900)));
  expect([await isFar(100), await isFar(101)]).toEqual([true, false]);
  isAway = false;
  expect(await isFar(100)).toBe(false);
});
