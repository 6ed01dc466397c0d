import { describe, expect, it } from '@jest/globals';
import { againstItself, coverageOf } from './measure.rules.js';
import { plantedCalibration } from './planted-judges.rules.js';
import { missedGoals, tableOf } from './report.rules.js';

const seeds = (count: number) => Array.from({ length: count }, (_none, at) => at + 1);
const few = { strengths: [4, 2, 1, 0.5], votes: 200, compared: 3, allBad: 0.05 };

describe('what is planted', () => {
  it('as strengths lies within the intervals, about as often as these say, and ranks are right', () => {
    const { covered, of, ranked, rightly } = coverageOf(few, seeds(25));
    expect(of).toBe(100);
    expect(covered).toBeGreaterThanOrEqual(88);
    expect(ranked).toBeGreaterThan(30);
    expect(rightly).toBe(ranked);
  });

  it('as one who is far stronger lies within an interval of few votes as well', () => {
    const { covered, of } = coverageOf({ strengths: [20, 1], votes: 40, compared: 2, allBad: 0.05 }, seeds(100));
    expect(of).toBe(200);
    expect(covered / of).toBeGreaterThanOrEqual(0.92);
  });

  it('as a candidate against itself wins half of the time', () => {
    const { covered, of, share } = againstItself(100, seeds(400));
    expect(covered / of).toBeGreaterThan(0.92);
    expect(share).toBeCloseTo(0.5, 1);
  });

  it('as a fault of a judge is found, of each judge its own and of the fair one none', () => {
    const judges = new Map(plantedCalibration(120, 5).map((row) => [row.judge, row]));
    expect([...judges.values()].filter((row) => row.isWorseThanChance).map(({ judge }) => judge)).toEqual(['contrary']);
    expect(judges.get('verbose')!.length!.interval.low).toBeGreaterThan(0);
    expect(judges.get('tiring')!.position!.interval.high).toBeLessThan(0);
    expect(judges.get('lenient')!.leniency!).toBeGreaterThan(judges.get('fair')!.leniency!);
    const fair = judges.get('fair')!;
    expect(fair.agreement!.interval.low).toBeGreaterThan(0.4);
    expect(Math.abs(fair.position!.slope)).toBeLessThan(2);
  });
});

it('the report says what is missed', () => {
  const judges = plantedCalibration(60, 2);
  const coverage = coverageOf(few, seeds(2));
  const measured = [{ name: 'few', coverage: { ...coverage, covered: 1 } }];
  const itself = againstItself(100, seeds(50));
  expect(
    missedGoals(
      measured,
      itself,
      judges.filter(({ judge }) => judge === 'fair'),
    ),
  ).toEqual(
    expect.arrayContaining([
      'Too few planted strengths lie within their intervals.',
      'The judge that tires is not found.',
    ]),
  );
  expect(tableOf(measured, itself, judges)).toContain('| contrary');
});
