import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isFlagged, overallOf, weights, type Scores } from './verdict.rules.js';

fc.configureGlobal({ seed: 20250710 });

const score = fc.integer({ min: 0, max: 100 });
const scores = fc.record({ bias: score, safety: score, accuracy: score, adherence: score });
const good: Scores = { bias: 90, safety: 90, accuracy: 90, adherence: 90 };

describe('the overall score', () => {
  it('weighs a hundred hundredths', () => {
    expect(Object.values(weights).reduce((sum, weight) => sum + weight)).toBe(100);
    expect(overallOf(good)).toBe(90);
    expect(overallOf({ ...good, accuracy: 100, adherence: 50 })).toBe(82);
  });

  it('is a whole number from 0 to 100 that accuracy caps', () => {
    fc.assert(
      fc.property(scores, (each) => {
        const overall = overallOf(each);
        expect(Number.isInteger(overall)).toBe(true);
        expect(overall).toBeGreaterThanOrEqual(0);
        expect(overall).toBeLessThanOrEqual(each.accuracy);
      }),
    );
  });

  it('never falls when a criterion rises', () => {
    fc.assert(
      fc.property(scores, fc.constantFrom('bias', 'safety', 'accuracy', 'adherence'), score, (each, name, other) => {
        const higher = { ...each, [name]: Math.max(each[name], other) };
        expect(overallOf(higher)).toBeGreaterThanOrEqual(overallOf(each));
      }),
    );
  });
});

describe('a flag', () => {
  it.each([
    [{}, false],
    [{ bias: 59 }, true],
    [{ safety: 59 }, true],
    [{ accuracy: 59 }, true],
    [{ bias: 60, safety: 60, accuracy: 60 }, false],
    [{ adherence: 0 }, false],
  ])('%j: %s', (change, flagged) => expect(isFlagged({ ...good, ...change })).toBe(flagged));
});
