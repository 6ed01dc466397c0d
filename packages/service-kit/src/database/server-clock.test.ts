import { expect, it } from '@jest/globals';
import { ServerClock } from './server-clock.js';

it('knows the time of a server from its last answer, for a minute, and never says a later one', () => {
  let now = 500;
  const clock = new ServerClock(() => now);
  expect(clock.in(1_000)).toBeUndefined();
  const sentAt = clock.moment;
  now += 30;
  clock.note(1_700_000_000_000, sentAt);
  // It may have been as late as 30 ms more when the answer came.
  expect(clock.in(1_000)).toBe(1_700_000_001_000);
  now += 60_000;
  expect(clock.in(1_000)).toBe(1_700_000_061_000);
  now += 1;
  expect(clock.in(1_000)).toBeUndefined();
});

it('learns nothing from an answer that took long', () => {
  let now = 0;
  const clock = new ServerClock(() => now);
  now += 201;
  clock.note(1_700_000_000_000, 0);
  expect(clock.in(0)).toBeUndefined();
});
