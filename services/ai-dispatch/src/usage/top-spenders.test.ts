import { expect, it } from '@jest/globals';
import { TopSpenders } from './top-spenders.js';
import type { UsageRepository } from './usage.repository.js';

const range = { from: '2026-03-01', to: '2026-03-10' };

function counting() {
  const state = { times: 0, fails: false };
  const sumByUser = () => {
    state.times += 1;
    return state.fails ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [], found: state.times });
  };
  const topSpenders = new TopSpenders({ sumByUser } as unknown as UsageRepository);
  const at = (time: number, max = 10) => {
    topSpenders.now = () => time;
    return topSpenders.of(range, max);
  };
  return { state, at };
}

it('answers what was found within a minute, and finds it anew behind that', async () => {
  const { at, state } = counting();
  const found = async (time: number) => (await at(time)).found;
  expect(await Promise.all([found(0), found(1_999)])).toEqual([1, 1]);
  expect(await Promise.all([found(2_000), found(2_001)])).toEqual([1, 1]);
  expect(state.times).toBe(2);
  expect(await found(2_002)).toBe(2);
  expect(await found(62_000)).toBe(3);
  expect((await at(62_000, 11)).found).toBe(4);
});

it('queries again after a fault, and keeps what it has while it can', async () => {
  const { at, state } = counting();
  state.fails = true;
  await expect(at(0)).rejects.toThrow('away');
  state.fails = false;
  expect((await at(0)).found).toBe(2);
  state.fails = true;
  expect((await at(5_000)).found).toBe(2);
  await expect(at(60_000)).rejects.toThrow('away');
});
