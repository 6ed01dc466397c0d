import { describe, expect, it } from '@jest/globals';
import { growthOf, restLine, slopeOf, soakRows, type Rest } from './soak.rules.js';

const mib = 1024 * 1024;
const rest = (minute: number, more: Partial<Rest> = {}): Rest => ({
  minute,
  bytes: 100 * mib,
  handles: 40,
  connections: 60,
  warnings: 0,
  ...more,
});
const everyFive = (of: (minute: number) => Rest) => Array.from({ length: 18 }, (_, index) => of(5 * (index + 1)));
const verdicts = (rests: Rest[], minutes = 90) =>
  soakRows({ minutes, broadcasts: 1, perSecond: 1, rests }).map(({ verdict }) => verdict);

describe('a soak', () => {
  it('finds the line through points, however they are scattered', () => {
    expect(slopeOf([1, 2, 3].map((x) => ({ x, y: 7 - 2 * x })))).toBeCloseTo(-2);
    expect(slopeOf([-1, 0, 1].map((x) => ({ x, y: 3 * x + (x === 0 ? -2 : 1) })))).toBeCloseTo(3);
    expect(slopeOf([{ x: 1, y: 5 }])).toBe(0);
  });

  it('meets its goals while nothing grows, and does not count warming up', () => {
    const warm = everyFive((minute) => rest(minute, minute <= 30 ? { bytes: minute * mib, handles: minute } : {}));
    expect(verdicts(warm)).toEqual(['ok', undefined, 'ok', undefined, 'ok']);
  });

  it.each([
    ['memory', (minute: number) => rest(minute, { bytes: (100 + minute / 50) * mib }), 0],
    ['handles', (minute: number) => rest(minute, { handles: 40 + minute }), 2],
    ['warnings', (minute: number) => rest(minute, { warnings: minute > 85 ? 1 : 0 }), 4],
  ])('misses its goal when there is more and more of its %s', (_what, of, row) => {
    expect(verdicts(everyFive(of))[row]).toBe('over');
  });

  it('does not judge memory by less than an hour after warming up', () => {
    expect(verdicts(everyFive(rest), 60)[0]).toBeUndefined();
  });

  it('says after each part of it what is held', () => {
    expect(restLine(rest(2.5, { bytes: 101 * mib }), 5211)).toBe(
      'after 2.5 minutes and 5211 broadcasts: 101.0 MB held, 40 handles, 60 connections to PostgreSQL, 0 warnings',
    );
  });

  it('takes no single peak for growth', () => expect(growthOf([1, 9, 1, 1, 1, 1, 1, 9, 1])).toBe(0));
});
