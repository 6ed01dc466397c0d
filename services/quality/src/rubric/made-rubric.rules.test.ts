import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isBelow, madeRubric, weightedOverall } from './made-rubric.rules.js';

fc.configureGlobal({ seed: 20250710 });

const weighed = fc
  .array(fc.record({ weight: fc.integer({ min: 0, max: 100 }), score: fc.integer({ min: 0, max: 100 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .filter((each) => each.some(({ weight }) => weight > 0));
const split = (each: { weight: number; score: number }[]) => ({
  criteria: each.map(({ weight }, index) => ({ key: `c${index}`, weight })),
  scores: Object.fromEntries(each.map(({ score }, index) => [`c${index}`, score])),
});

describe('the overall score by weights', () => {
  it('is a whole number between the lowest and the highest score that has weight', () => {
    fc.assert(
      fc.property(weighed, (each) => {
        const { criteria, scores } = split(each);
        const overall = weightedOverall(criteria, scores);
        const heavy = each.filter(({ weight }) => weight > 0).map(({ score }) => score);
        expect(Number.isInteger(overall)).toBe(true);
        expect(overall).toBeGreaterThanOrEqual(Math.min(...heavy));
        expect(overall).toBeLessThanOrEqual(Math.max(...heavy));
      }),
    );
  });

  it('is the same when all weights grow alike: only their relation counts', () => {
    fc.assert(
      fc.property(weighed, fc.integer({ min: 2, max: 9 }), (each, times) => {
        const { criteria, scores } = split(each);
        const heavier = criteria.map(({ key, weight }) => ({ key, weight: weight * times }));
        expect(weightedOverall(heavier, scores)).toBe(weightedOverall(criteria, scores));
      }),
    );
  });

  it('never falls when a score rises', () => {
    fc.assert(
      fc.property(weighed, fc.nat(7), fc.integer({ min: 0, max: 100 }), (each, at, other) => {
        const { criteria, scores } = split(each);
        const key = `c${at % each.length}`;
        const higher = { ...scores, [key]: Math.max(scores[key] ?? 0, other) };
        expect(weightedOverall(criteria, higher)).toBeGreaterThanOrEqual(weightedOverall(criteria, scores));
      }),
    );
  });

  it('weighs three to one', () => {
    const criteria = [
      { key: 'a', weight: 3 },
      { key: 'b', weight: 1 },
    ];
    expect(weightedOverall(criteria, { a: 100, b: 0 })).toBe(75);
  });
});

it('flags what lies below a threshold, and nothing where there is none', () => {
  const criteria = [
    { key: 'a', weight: 1, flagBelow: 40 },
    { key: 'b', weight: 1 },
  ];
  expect(isBelow(criteria, { a: 39, b: 100 })).toBe(true);
  expect(isBelow(criteria, { a: 40, b: 0 })).toBe(false);
});

it('numbers its criteria, whatever they are called', () => {
  const criterion = { name: 'Ton', asks: 'Höflich?', low: 'Nein', middle: 'Halb', high: 'Ja', weight: 2 };
  const made = madeRubric('id', 3, { name: 'Haus', criteria: [criterion, { ...criterion, name: 'Ton' }] });
  expect(made.criteria.map(({ key }) => key)).toEqual(['c1', 'c2']);
  expect(made.criteria[0]!.anchors).toEqual([
    { score: 20, text: 'Nein' },
    { score: 50, text: 'Halb' },
    { score: 80, text: 'Ja' },
  ]);
});
