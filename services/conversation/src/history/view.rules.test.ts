import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pageBytes, pageLength, pagesOf } from './view.rules.js';

const shown = fc.array(fc.record({ bytes: fc.oneof(fc.nat(2_000), fc.nat(3 * pageBytes)) }), { maxLength: 1_200 });

describe('pages of a conversation', () => {
  it('hold everything in order, and never more than a page', () => {
    fc.assert(
      fc.property(shown, (all) => {
        const pages = pagesOf(all);
        expect(pages.flat()).toEqual(all);
        for (const page of pages) {
          const bytes = page.reduce((sum, each) => sum + each.bytes, 0);
          expect(page.length === 1 || bytes <= pageBytes).toBe(true);
          expect(page.length).toBeGreaterThan(0);
          expect(page.length).toBeLessThanOrEqual(pageLength);
        }
      }),
      { seed: 5 },
    );
  });

  it('are one where all is short', () => {
    expect(pagesOf([{ bytes: 10 }, { bytes: 20 }])).toHaveLength(1);
    expect(pagesOf([])).toEqual([]);
  });
});
