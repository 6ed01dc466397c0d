import { expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { localTimeOf } from './local-time.rules.js';

it('is the time before an id was made, whenever it is asked for', () => {
  const id = uuid({ msecs: Date.now() - 60_000 });
  const now = performance.now();
  expect(localTimeOf(id)).toBeGreaterThanOrEqual(now - 60_100);
  expect(localTimeOf(id)).toBeLessThan(now - 59_000);
});

it('is never later than now', () => {
  expect(localTimeOf(uuid({ msecs: Date.now() + 60_000 }))).toBeLessThanOrEqual(performance.now());
  expect(localTimeOf(uuid())).toBeLessThanOrEqual(performance.now());
});
