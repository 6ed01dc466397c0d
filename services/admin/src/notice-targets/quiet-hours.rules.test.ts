import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTimeZone, quietEnd } from './quiet-hours.rules.js';

const night = { from: 22 * 60, to: 7 * 60, timeZone: 'Europe/Rome' };

it.each([
  ['2026-11-23T21:30:00Z', '2026-11-24T06:00:00.000Z'],
  ['2026-11-23T03:00:10Z', '2026-11-23T06:00:00.000Z'],
  ['2026-11-23T20:59:59Z', undefined],
  ['2026-11-23T06:00:00Z', undefined],
  // Clocks go forward and back in these nights.
  ['2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
])('of a night at %s end at %s', (now, end) => expect(quietEnd(new Date(now), night)?.toISOString()).toBe(end));

it('end later than now, within a day and an hour, and are over then', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Rome', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns');
  const minute = fc.nat(1439);
  const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(time, minute, minute, zones, (now, from, to, timeZone) => {
      fc.pre(from !== to);
      const end = quietEnd(now, { from, to, timeZone });
      if (!end) return;
      expect(end.getTime()).toBeGreaterThan(now.getTime());
      expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
    }),
  );
});

it('know time zones by their names', () => {
  expect(['UTC', 'Europe/Rome', 'Mars/Base', '', '+01:00'].map(isTimeZone)).toEqual([true, true, false, false, false]);
});
