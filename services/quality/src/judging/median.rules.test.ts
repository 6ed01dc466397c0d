import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { builtIn } from '../rubric/built-in.rules.js';
import { verdictOf } from './answer.rules.js';
import { medianOf, medianVerdict } from './median.rules.js';

fc.configureGlobal({ seed: 20250710 });

const score = fc.integer({ min: 0, max: 100 });
const said = (value: number, name = String(value)) =>
  verdictOf(
    Object.fromEntries(builtIn.criteria.map(({ key }) => [key, { score: value, reason: `${key} ${name}` }])),
    `About ${name}.`,
    builtIn,
  );

describe('the median of a judge who is asked again', () => {
  it('is the middle one, with its own reasons and analysis', () => {
    expect(medianVerdict([said(90), said(20), said(60)], builtIn)).toEqual(said(60));
  });

  it('lies between two when their number is even', () => {
    expect(medianOf([10, 21])).toBe(16);
    expect(medianVerdict([said(10), said(21)], builtIn).overall).toBe(16);
  });

  it('is no other than the one answer there is', () => {
    expect(medianVerdict([said(72)], builtIn)).toEqual(said(72));
  });

  it('does not depend on the order, and one outlier of three never moves it beyond the other two', () => {
    fc.assert(
      fc.property(score, score, score, (a, b, wild) => {
        const found = medianVerdict([said(a), said(wild), said(b)], builtIn).overall;
        expect(found).toBe(medianVerdict([said(b), said(a), said(wild)], builtIn).overall);
        expect(found).toBeGreaterThanOrEqual(Math.min(a, b));
        expect(found).toBeLessThanOrEqual(Math.max(a, b));
      }),
    );
  });
});
