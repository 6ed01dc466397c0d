import { describe, expect, it } from '@jest/globals';
import { limits } from '@polylogue/api-contract';
import fc from 'fast-check';
import { PageShares } from './page-shares.rules.js';

fc.configureGlobal({ seed: 20261123 });

/** What is drawn of files that have so many pages. */
function drawn(files: readonly (readonly [name: string, pages: number])[]): number[] {
  const shares = new PageShares(files.map(([name]) => name));
  return files.map(([name, pages]) => {
    const taken = Math.min(pages, shares.next(name) ?? 0);
    shares.take(taken);
    return taken;
  });
}

describe('pages of documents', () => {
  it.each<[string, (readonly [string, number])[], number[]]>([
    ['of a long one: the first ten', [['a.pdf', 400]], [10]],
    ['of a short one: all', [['A.PDF', 4]], [4]],
    [
      'beside pictures: fewer',
      [
        ['a.png', 0],
        ['a.pdf', 400],
        ['b.gif', 0],
      ],
      [0, 8, 0],
    ],
    [
      'of two: half each',
      [
        ['a.pdf', 400],
        ['b.pdf', 400],
      ],
      [5, 5],
    ],
    [
      'after a short one: what that did not need',
      [
        ['a.pdf', 1],
        ['b.pdf', 400],
      ],
      [1, 9],
    ],
    [
      'of what is no PDF: none',
      [
        ['a.docx', 9],
        ['pdf.txt', 1],
      ],
      [0, 0],
    ],
  ])('%s', (_what, files, expected) => expect(drawn(files)).toEqual(expected));

  it('and pictures are together never more than go with a call, and each document has a page', () => {
    const file = fc.tuple(fc.constantFrom('a.pdf', 'b.png', 'c.txt'), fc.integer({ min: 1, max: 10_000 }));
    fc.assert(
      fc.property(fc.array(file, { maxLength: limits.attachments }), (files) => {
        const counts = drawn(files);
        const pictures = files.filter(([name]) => name.endsWith('.png')).length;
        expect(counts.reduce((sum, each) => sum + each, pictures)).toBeLessThanOrEqual(limits.pictures);
        files.forEach(([name], index) => name.endsWith('.pdf') && expect(counts[index]).toBeGreaterThan(0));
      }),
    );
  });
});
