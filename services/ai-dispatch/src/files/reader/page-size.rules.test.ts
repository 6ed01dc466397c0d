import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxPageSide, sizeOfPage } from './page-size.rules.js';

fc.configureGlobal({ seed: 20261123 });

describe('the size a page is drawn at', () => {
  it.each([
    ['A4', 595, 842, { width: 1_108, height: 1_568 }],
    ['a slide', 1_920, 1_080, { width: 1_568, height: 882 }],
    ['a label', 100, 50, { width: 300, height: 150 }],
    ['a line', 14_400, 1, { width: 1_568, height: 1 }],
  ])('of %s', (_what, width, height, size) => expect(sizeOfPage(width, height)).toEqual(size));

  it.each([
    [0, 10],
    [10, 0],
    [-1, 10],
    [NaN, 10],
    [Infinity, 10],
  ])('is none for %s by %s', (width, height) => expect(sizeOfPage(width, height)).toBeUndefined());

  it('never takes more memory than one page may, whatever a page claims', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true }), fc.double({ min: 0, noNaN: true }), (width, height) => {
        const size = sizeOfPage(width, height);
        if (!size) return;
        for (const side of [size.width, size.height]) {
          expect(Number.isInteger(side) && side >= 1 && side <= maxPageSide).toBe(true);
        }
      }),
    );
  });
});
