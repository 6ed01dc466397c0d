import { expect, it } from '@jest/globals';
import { ExpiringCache } from './expiring-cache.js';

let now = 1_000_000;
const cacheOf = (max: number) => new ExpiringCache<{ n: number }>(max, () => now);

it('gives what it keeps until its moment', () => {
  const cache = cacheOf(10);
  cache.set('a', { n: 1 }, now + 300);
  expect(cache.get('a')).toEqual({ n: 1 });
  now += 300;
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toBeUndefined();
});

it('lets go of what is past its moment as others come, long before it is full', () => {
  const cache = cacheOf(1_000);
  for (let minute = 0; minute < 100; minute += 1) {
    for (let user = 0; user < 5; user += 1) cache.set(`${minute} ${user}`, { n: minute }, now + 120_000);
    now += 60_001;
  }
  expect(cache.size).toBeLessThanOrEqual(20);
  expect(cache.get('99 0')).toEqual({ n: 99 });
});

it('gives nothing that was set after now, as when the clock was set back', () => {
  const cache = cacheOf(10);
  cache.set('a', { n: 1 }, now + 300);
  now -= 1;
  expect(cache.get('a')).toBeUndefined();
});

it('goes on sweeping when the clock was set back', () => {
  const cache = cacheOf(1_000);
  cache.set('a', { n: 1 }, now + 1);
  now -= 3_600_000;
  cache.set('b', { n: 2 }, now + 1);
  now += 60_001;
  cache.set('c', { n: 3 }, now + 1);
  expect(cache.size).toBe(2);
});

it('keeps the latest where there is no more room', () => {
  const cache = cacheOf(2);
  for (const key of ['a', 'b']) cache.set(key, { n: 1 }, now + 1_000);
  cache.set('a', { n: 2 }, now + 1_000);
  cache.set('c', { n: 3 }, now + 1_000);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([{ n: 2 }, undefined, { n: 3 }]);
});
