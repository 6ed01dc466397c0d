import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasTag, partOf } from './range.rules.js';

describe('the part of a file that is requested', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', { from: 0, length: 100 }],
    ['bytes=0-0', { from: 0, length: 1 }],
    ['bytes=10-19', { from: 10, length: 10 }],
    ['bytes=90-1000', { from: 90, length: 10 }],
    ['bytes=-10', { from: 90, length: 10 }],
    ['bytes=-1000', { from: 0, length: 100 }],
    ['bytes=-0', 'outside'],
    ['bytes=100-', 'outside'],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-9', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['items=0-5', undefined],
  ])('%s', (header, part) => {
    expect(partOf(header, 100)).toEqual(part);
  });

  it('never reaches beyond the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 1e9 }), (first, last, size) => {
        for (const header of [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`]) {
          const part = partOf(header, size);
          if (part === undefined || part === 'outside') continue;
          expect(part.from).toBeGreaterThanOrEqual(0);
          expect(part.length).toBeGreaterThan(0);
          expect(part.from + part.length).toBeLessThanOrEqual(size);
        }
      }),
      { numRuns: 300, seed: 20250710 },
    );
  });

  it.each([
    [undefined, false],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['a', false],
  ])('If-None-Match %s: known %s', (header, isKnown) => {
    expect(hasTag(header, '"a"')).toBe(isKnown);
  });
});
