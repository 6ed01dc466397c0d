import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgedRuns, leftRange, medianOf, takeScores, type KeptRun } from './scores.rules.js';
import { emptyState, type JudgedRun, type WatchState } from './watch.entity.js';

/** A median of whole numbers. */
const score = fc.integer({ min: 0, max: 200 }).map((halves) => halves / 2);
const scores = (minLength: number) => fc.array(score, { minLength, maxLength: 12 });

const watching = (): WatchState => ({ ...emptyState(), services: { gpt: { tracks: {}, times: [], costs: [] } } });
const judged = (values: readonly number[], rubric = '1', from = 1): JudgedRun[] =>
  values.map((value, index) => ({
    executionId: from + index,
    number: from + index,
    rubric,
    scores: [{ aiService: 'gpt', score: value }],
  }));

describe('a score has left its range', () => {
  it.each([
    [[80, 82, 81, 79], 65, { low: 79, high: 82 }],
    [[80, 82, 81, 79], 95, { low: 79, high: 82 }],
    // Ten points at least.
    [[80, 80, 80, 80], 71, undefined],
    [[80, 80, 80, 80], 70, { low: 80, high: 80 }],
    // Further from the median than they are from one another.
    [[60, 70, 80, 90], 46, undefined],
    [[60, 70, 80, 90], 44, { low: 60, high: 90 }],
    [[80, 80, 80], 10, undefined],
    // Only the latest eight count.
    [[10, 80, 80, 80, 80, 80, 80, 80, 80], 60, { low: 80, high: 80 }],
  ])('after %j with %j: %j', (seen, now, range) => {
    expect(leftRange(seen, now)).toEqual(range);
  });

  it('never within the range, nor within ten points of all of them, nor before four are known', () => {
    fc.assert(
      fc.property(scores(1), score, (seen, now) => {
        const range = leftRange(seen, now);
        const latest = seen.slice(-8);
        const [low, high] = [Math.min(...latest), Math.max(...latest)];
        const isWithin = now >= low && now <= high;
        const isNear = latest.every((each) => Math.abs(each - now) < 10);
        if (seen.length < 4 || isWithin || isNear) expect(range).toBeUndefined();
        else if (range) expect(Math.abs(now - medianOf(latest))).toBeGreaterThan(high - low);
      }),
    );
  });

  it('as much downwards as upwards', () => {
    fc.assert(
      fc.property(scores(4), score, (seen, now) => {
        const mirrored = leftRange(
          seen.map((each) => 100 - each),
          100 - now,
        );
        expect(mirrored === undefined).toBe(leftRange(seen, now) === undefined);
      }),
    );
  });

  it('whenever all were alike and it is ten points away', () => {
    fc.assert(
      fc.property(score, score, fc.integer({ min: 4, max: 12 }), (usual, now, count) => {
        fc.pre(Math.abs(usual - now) >= 10);
        expect(leftRange(Array<number>(count).fill(usual), now)).toEqual({ low: usual, high: usual });
      }),
    );
  });
});

describe('taking in judged runs', () => {
  it('says once that the score moved, and compares later ones with it', () => {
    const state = watching();
    const changes = takeScores(state, judged([80, 82, 81, 79, 62, 63, 61, 62, 64]));
    expect(changes).toEqual([
      {
        aiService: 'gpt',
        kind: 'score_moved',
        sentence: 'Judged at 62 of 100 in Execution #5; 79 to 82 was its usual range.',
      },
    ]);
    expect(state).toMatchObject({ scoredUpTo: 9, rubric: '1', services: { gpt: { scores: [62, 63, 61, 62, 64] } } });
  });

  it('is the same at once and run by run', () => {
    fc.assert(
      fc.property(scores(1), (values) => {
        const [atOnce, oneByOne] = [watching(), watching()];
        const all = takeScores(atOnce, judged(values));
        const each = judged(values).flatMap((run) => takeScores(oneByOne, [run]));
        expect([all, atOnce]).toEqual([each, oneByOne]);
      }),
    );
  });

  it('compares nothing across rubrics', () => {
    const state = watching();
    takeScores(state, judged([80, 80, 80, 80]));
    expect(takeScores(state, judged([40, 40], '2', 5))).toEqual([]);
    expect(state.services['gpt']!.scores).toEqual([40, 40]);
  });

  it('leaves services aside that are not watched yet', () => {
    const state = watching();
    const run = { executionId: 1, number: 1, rubric: '1', scores: [{ aiService: 'toString', score: 1 }] };
    expect(takeScores(state, [run])).toEqual([]);
    expect(Object.keys(state.services)).toEqual(['gpt']);
  });
});

describe('runs whose judges are done', () => {
  const kept = (id: number, isOld = false): KeptRun => ({ id, number: id, broadcastId: `b${id}`, isOld });
  const done = { isDone: true, rubric: '1', scores: [{ aiService: 'gpt', score: 80 }] };

  it('end at the first of which verdicts are to come, so that scores stay in their order', () => {
    const open = { ...done, isDone: false };
    const known = new Map([
      ['b1', done],
      ['b2', open],
      ['b3', done],
    ]);
    const ids = (runs: KeptRun[]) => judgedRuns(runs, known).map(({ executionId }) => executionId);
    expect(ids([kept(1), kept(2), kept(3)])).toEqual([1]);
    // What its judges have not said after days is not waited for.
    expect(ids([kept(1), kept(2, true), kept(3)])).toEqual([1, 2, 3]);
    expect(ids([kept(1), kept(9), kept(3)])).toEqual([1]);
    expect(ids([kept(1), kept(9, true), kept(3)])).toEqual([1, 3]);
  });

  it('are passed over where nobody gave a verdict', () => {
    const known = new Map([
      ['b1', { ...done, scores: [] }],
      ['b2', done],
    ]);
    expect(judgedRuns([kept(1), kept(2)], known)).toMatchObject([{ executionId: 2 }]);
  });
});
