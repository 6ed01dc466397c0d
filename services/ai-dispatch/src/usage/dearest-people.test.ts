import { expect, it } from '@jest/globals';
import { DearestPeople } from './dearest-people.js';
import type { UsageRepository } from './usage.repository.js';

const range = { from: '2026-03-01', to: '2026-03-10' };

function counting() {
  const state = { times: 0, fails: false };
  const sumByUser = () => {
    state.times += 1;
    return state.fails ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [], found: state.times });
  };
  return { state, people: new DearestPeople({ sumByUser } as unknown as UsageRepository) };
}

it('answers what was found within a minute, and finds it anew behind that', async () => {
  const { people, state } = counting();
  const found = async (at: number) => (await people.of(range, 10, at)).found;
  expect(await Promise.all([found(0), found(1_999)])).toEqual([1, 1]);
  expect(await Promise.all([found(2_000), found(2_001)])).toEqual([1, 1]);
  expect(state.times).toBe(2);
  expect(await found(2_002)).toBe(2);
  expect(await found(62_000)).toBe(3);
  expect((await people.of(range, 11, 62_000)).found).toBe(4);
});

it('asks again after a fault, and keeps what it has while it can', async () => {
  const { people, state } = counting();
  state.fails = true;
  await expect(people.of(range, 10, 0)).rejects.toThrow('away');
  state.fails = false;
  expect((await people.of(range, 10, 0)).found).toBe(2);
  state.fails = true;
  expect((await people.of(range, 10, 5_000)).found).toBe(2);
  await expect(people.of(range, 10, 60_000)).rejects.toThrow('away');
});
