import { beforeEach, expect, it } from '@jest/globals';
import { LeaseClock } from './lease-clock.js';

let now: number;
let clock: LeaseClock<string>;

beforeEach(() => {
  now = 1_000;
  clock = new LeaseClock(20_000, () => now);
  clock.hold(['a'], now);
});

it('ends a lease for its holder before the store lets another process take it', () => {
  now += 14_999;
  expect([clock.isHeld('a'), clock.lapsed]).toEqual([true, []]);
  now += 1;
  expect([clock.isHeld('a'), clock.lapsed]).toEqual([false, ['a']]);
});

it('counts from when the store was asked, not from when it answered', () => {
  const askedAt = now;
  now += 14_000;
  clock.extend(['a'], askedAt + 10_000);
  now += 10_999;
  expect(clock.isHeld('a')).toBe(true);
  now += 1;
  expect(clock.isHeld('a')).toBe(false);
});

it('is behind once a lease has less than half of its time left, and not without leases', () => {
  expect(clock.isBehind).toBe(false);
  now += 5_001;
  expect(clock.isBehind).toBe(true);
  clock.extend(['a'], now);
  expect(clock.isBehind).toBe(false);
  clock.drop('a');
  now += 60_000;
  expect(clock.isBehind).toBe(false);
});

it('forgets what was dropped, also when an extension of it arrives later', () => {
  clock.drop('a');
  clock.extend(['a'], now);
  expect([clock.ids, clock.isHeld('a'), clock.lapsed]).toEqual([[], false, []]);
});
