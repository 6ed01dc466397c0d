import { expect, it } from '@jest/globals';
import { isZone, zoneOf } from './zone-time.js';

it('keeps a zone once, however its name is spelled', () => {
  const berlin = zoneOf('Europe/Berlin');
  for (const name of ['EUROPE/BERLIN', 'europe/berlin', 'eUrOpE/BeRlIn']) {
    expect(isZone(name)).toBe(true);
    expect(zoneOf(name)).toBe(berlin);
  }
  expect(berlin.offsetAt(Date.UTC(2026, 6, 1))).toBe(2 * 3_600_000);
});

it('knows no zone by another name', () => {
  for (const name of ['', 'Mars/Base', '+02:00', 'Europe/Berlin ']) expect(isZone(name)).toBe(false);
  expect(() => zoneOf('Mars/Base')).toThrow(RangeError);
});
