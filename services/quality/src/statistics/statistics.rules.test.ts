import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ratingOf, strengthsOf, type FitOptions } from './bradley-terry.rules.js';
import { wilsonInterval, type Interval } from './intervals.rules.js';
import { kappaOf } from './kappa.rules.js';
import { meanOf, medianOf } from './mean.rules.js';
import { pairingsOf, slotOf } from './pairings.rules.js';
import { randomOf } from './random.rules.js';
import { slopeOf } from './slope.rules.js';
import { finished } from './steps.js';

fc.configureGlobal({ seed: 20261124 });

// American League East, 1987: Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore, each against each 13 times.
// A. Agresti, Categorical Data Analysis, 2nd edition, 2002, table 10.10; the fit in table 10.11, and to four digits that of the
// R package BradleyTerry2 (H. Turner, D. Firth, Journal of Statistical Software 48(9), 2012), with Baltimore as 0.
const baseball = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
];
const published = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0];

/** The strengths of a matrix of wins, row by row. */
function strengthsIn(matrix: Float64Array, count: number, options?: FitOptions): Float64Array {
  const pairs = [...matrix.entries()].flatMap(([at, wins]): [number, number][] =>
    wins > 0 ? [[Math.floor(at / count), at % count]] : [],
  );
  const pairings = pairingsOf(count, pairs);
  const wins = new Float64Array(pairings.others.length);
  for (const [one, other] of pairs) wins[slotOf(pairings, one, other)] = matrix[one * count + other]!;
  return finished(strengthsOf(pairings, wins, options));
}

describe('strengths of Bradley and Terry', () => {
  it('are those that are published for baseball teams', () => {
    const fitted = [...strengthsIn(Float64Array.from(baseball.flat()), 7, { games: 0 })];
    const abilities = fitted.map((each) => Math.log(each / fitted[6]!));
    for (const [at, ability] of abilities.entries()) expect(ability).toBeCloseTo(published[at]!, 4);
  });

  it('stay finite, and on one scale, for who won everything and for who was never compared with others', () => {
    // 0 beat 1 always; 2 and 3 stand apart from both.
    const wins = Float64Array.from([0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0]);
    const ratings = [...strengthsIn(wins, 4)].map(ratingOf);
    expect(ratings.every(Number.isFinite)).toBe(true);
    expect(ratings[0]).toBeGreaterThan(ratings[2]!);
    expect(ratings[2]).toBeCloseTo(1_000, 3);
    expect(ratings[3]).toBeGreaterThan(ratings[1]!);
  });

  it('depend on who won, never on the order in which contestants stand', () => {
    const matrix = fc.integer({ min: 2, max: 6 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        wins: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: count * count, maxLength: count * count }),
        turn: fc.integer({ min: 1, max: count }),
      }),
    );
    fc.assert(
      fc.property(matrix, ({ count, wins, turn }) => {
        const at = (i: number, j: number) => (i === j ? 0 : wins[i * count + j]!);
        const all = Array.from({ length: count }, (_none, i) => i);
        const straight = strengthsIn(Float64Array.from(all.flatMap((i) => all.map((j) => at(i, j)))), count);
        const order = all.map((i) => (i + turn) % count);
        const turned = strengthsIn(Float64Array.from(order.flatMap((i) => order.map((j) => at(i, j)))), count);
        for (const [place, i] of order.entries())
          expect(Math.log(turned[place]!)).toBeCloseTo(Math.log(straight[i]!), 5);
      }),
    );
  });

  it('rise with a further win, and fall for who lost it', () => {
    const played = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(played, (counts) => {
        const wins = Float64Array.from(counts, (each, at) => (at % 4 === 0 ? 0 : each));
        const more = Float64Array.from(wins);
        more[1]! += 1;
        const [before, after] = [strengthsIn(wins, 3), strengthsIn(more, 3)];
        expect(after[0]!).toBeGreaterThan(before[0]!);
        expect(after[1]!).toBeLessThan(before[1]!);
      }),
    );
  });
});

describe("Cohen's kappa", () => {
  it('is that of the printed example, with its interval', () => {
    // The example of the manual of SAS' procedure FREQ, as statsmodels' tests print it: 0.4842, 0.2137 to 0.7547.
    const kappa = kappaOf([
      [0, 4, 1],
      [0, 8, 0],
      [0, 1, 5],
    ]);
    expect(kappa?.kappa).toBeCloseTo(0.4842, 4);
    expect(kappa?.interval.low).toBeCloseTo(0.2137, 4);
    expect(kappa?.interval.high).toBeCloseTo(0.7547, 4);
  });

  it('of few who always agree, or never, is not certain', () => {
    const [always, never] = [
      kappaOf([
        [6, 0],
        [0, 6],
      ])!,
      kappaOf([
        [0, 6],
        [6, 0],
      ])!,
    ];
    expect(always).toMatchObject({ kappa: 1, interval: { high: 1 } });
    expect(always.interval.low).toBeCloseTo(0.515, 2);
    expect(never).toMatchObject({ kappa: -1, interval: { low: -1 } });
    expect(never.interval.high).toBeCloseTo(-0.515, 2);
  });

  it('is 1 where two always agree, -1 where they never do, and nothing where nothing was asked', () => {
    expect(
      kappaOf([
        [6, 0],
        [0, 4],
      ])?.kappa,
    ).toBe(1);
    expect(
      kappaOf([
        [0, 5],
        [5, 0],
      ])?.kappa,
    ).toBe(-1);
    expect(kappaOf([[7, 0], [0, 0]])).toBeUndefined(); // oxfmt-ignore
    expect(kappaOf([[0, 0], [0, 0]])).toBeUndefined(); // oxfmt-ignore
  });

  it('lies between -1 and 1 within its interval, which fewer independent judgements widen', () => {
    const table = fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 }), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(table, (counts) => {
        const n = counts.flat().reduce((sum, each) => sum + each, 0);
        const [whole, fewer] = [kappaOf(counts), kappaOf(counts, n / 4)];
        if (!whole || !fewer) return;
        expect(whole.kappa).toBeGreaterThanOrEqual(whole.interval.low);
        expect(whole.kappa).toBeLessThanOrEqual(whole.interval.high);
        expect(fewer.interval.low).toBeLessThanOrEqual(whole.interval.low);
        expect(fewer.interval.high).toBeGreaterThanOrEqual(whole.interval.high);
      }),
    );
  });
});

describe('an interval', () => {
  it('by Wilson is that of the textbook example, and stays within 0 and 1', () => {
    // R. G. Newcombe, Statistics in Medicine 17, 1998, table I: 81 of 263 are 0.2553 to 0.3662, 0 of 20 are 0 to 0.1611.
    expect(wilsonInterval(81, 263)?.low).toBeCloseTo(0.2553, 4);
    expect(wilsonInterval(81, 263)?.high).toBeCloseTo(0.3662, 4);
    expect(wilsonInterval(0, 20)?.low).toBe(0);
    expect(wilsonInterval(0, 20)?.high).toBeCloseTo(0.1611, 4);
    expect(wilsonInterval(0, 0)).toBeUndefined();
  });

  it('of a mean holds it, and is absent for few', () => {
    const scores = [70, 80, 90, 60, 85, 75, 95, 65, 88, 72, 81, 79];
    const found = meanOf(scores)!;
    expect(found.interval!.low).toBeLessThan(found.mean);
    expect(found.interval!.high).toBeGreaterThan(found.mean);
    expect(meanOf(scores)).toEqual(found);
    expect(meanOf(scores.slice(0, 9))).toMatchObject({ n: 9, interval: undefined });
    expect(meanOf([])).toBeUndefined();
  });

  it('of the mean of many is the same by the normal distribution as by drawing', () => {
    const figures = Array.from({ length: 1_999 }, (_none, at) => 50 + 40 * Math.sin(at * 12.9898));
    const [drawn, normal] = [meanOf(figures)!.interval!, meanOf([...figures, figures[0]!])!.interval!];
    expect(drawn.low).toBeCloseTo(normal.low, 0);
    expect(drawn.high).toBeCloseTo(normal.high, 0);
  });
});

describe('a slope', () => {
  const alone = (points: readonly { x: number; y: number }[]) =>
    points.map((point, at) => ({ ...point, cluster: String(at) }));

  it('is found exactly where all points lie on a line, and is nothing without a spread', () => {
    const line = Array.from({ length: 12 }, (_none, x) => ({ x, y: 3 * x - 2 }));
    expect(slopeOf(alone(line))?.slope).toBeCloseTo(3, 10);
    expect(slopeOf(alone(line.slice(0, 9)))).toBeUndefined();
    expect(slopeOf(alone(line.map(({ y }) => ({ x: 1, y }))))).toBeUndefined();
    expect(slopeOf(line.map((point) => ({ ...point, cluster: 'one round' })))).toBeUndefined();
  });

  it('holds a planted slope within its interval also where the scatter grows', () => {
    const points = Array.from({ length: 200 }, (_none, at) => {
      const x = at % 20;
      return { x, y: 2 * x + x * Math.sin(at * 78.233) };
    });
    const { interval } = slopeOf(alone(points))!;
    expect(interval.low).toBeLessThan(2);
    expect(interval.high).toBeGreaterThan(2);
    expect(interval.high).toBeLessThan(4);
  });

  it('holds it in 95 of 100 where points of one round go together, which are not as many independent ones', () => {
    const random = randomOf(5);
    const within = (interval: Interval) => interval.low <= 2 && interval.high >= 2;
    let [together, apart] = [0, 0];
    for (let time = 0; time < 300; time++) {
      const points = Array.from({ length: 25 }, (_none, round) => {
        const own = 2 + 6 * (random() - 0.5);
        return [-3, -1, 0, 1, 3].map((x) => ({ x, y: own * x + random(), cluster: String(round) }));
      }).flat();
      together += within(slopeOf(points)!.interval) ? 1 : 0;
      apart += within(slopeOf(alone(points))!.interval) ? 1 : 0;
    }
    expect(together / 300).toBeGreaterThan(0.92);
    expect(apart / 300).toBeLessThan(0.85);
  });
});

it('the median of none is none', () => {
  expect([medianOf([]), medianOf([3]), medianOf([4, 1]), medianOf([9, 1, 5])]).toEqual([undefined, 3, 2.5, 5]);
});
