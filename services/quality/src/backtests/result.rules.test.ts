import { describe, expect, it } from '@jest/globals';
import { randomOf } from '../statistics/random.rules.js';
import type { Better, CaseFigures, Outcome } from './backtest.entity.js';
import { parts } from './backtest.entity.js';
import { endOfCase } from './case.rules.js';
import { figuresOf, resultOf } from './result.rules.js';

const aCase = (outcome: Outcome, more: Partial<CaseFigures> = {}): CaseFigures => ({
  backtestId: 'b',
  outcome,
  isInconsistent: false,
  tags: [],
  judge: 'judge',
  baselineUsd: null,
  baselineMs: null,
  candidateUsd: null,
  candidateMs: null,
  candidateFirst: null,
  baselineFirst: null,
  ...more,
});
const many = (count: number, outcome: Outcome) => Array.from({ length: count }, () => aCase(outcome));

describe('the figures of a backtest', () => {
  it('have the interval of Newcombe’s published example', () => {
    // 81 of 263: Newcombe (1998), "Two-sided confidence intervals for the single proportion", Statistics in Medicine
    // 17:857-872, table I, method 3: 0.2553 to 0.3662.
    const { win } = figuresOf([...many(81, 'win'), ...many(182, 'loss')]);
    expect(win!.share).toBeCloseTo(0.308, 3);
    expect(win!.low).toBeCloseTo(0.2553, 4);
    expect(win!.high).toBeCloseTo(0.3662, 4);
    // 15 of 148 and 0 of 20 of the same table.
    const rare = figuresOf([...many(15, 'loss'), ...many(133, 'tie')]).loss!;
    expect([rare.low, rare.high].map((figure) => figure.toFixed(4))).toEqual(['0.0624', '0.1605']);
    const never = figuresOf(many(20, 'tie')).win!;
    expect([never.low, never.high].map((figure) => figure.toFixed(4))).toEqual(['0.0000', '0.1611']);
  });

  it('count ties half, and leave cases without a verdict out of every share', () => {
    const found = figuresOf([...many(2, 'win'), ...many(1, 'tie'), ...many(1, 'loss'), ...many(6, 'failed')]);
    expect(found).toMatchObject({ verdicts: 4, wins: 2, ties: 1, losses: 1, failed: 6 });
    expect(found.score!.share).toBe(0.625);
    expect(figuresOf(many(3, 'failed'))).toMatchObject({ verdicts: 0, win: undefined, score: undefined });
  });

  it('are by tag of what ended, and save what both sides are known of', () => {
    const known = { baselineUsd: 0.3, candidateUsd: 0.1, baselineMs: 100, candidateMs: 300 };
    const found = resultOf([
      aCase('win', { tags: ['b', 'a'], ...known }),
      aCase('loss', { tags: ['a'], baselineUsd: 0.5, baselineMs: 300, candidateMs: 300 }),
      aCase('pending', { tags: ['c'] }),
    ]);
    expect(found.byTag.map(({ tag, figures }) => [tag, figures!.verdicts])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(found.cost).toEqual({ answers: 1, baseline: 0.3, candidate: 0.1, saved: 0.3 - 0.1 });
    expect(found.responseTime).toEqual({ answers: 2, baseline: 200, candidate: 300, saved: -100 });
    expect(resultOf([aCase('tie')])).toMatchObject({ cost: undefined, responseTime: undefined });
  });

  it('say of each judge how often it names a place instead of a reply, of pairs it compared in both orders', () => {
    const said = (candidateFirst: Better | null, baselineFirst: Better | null, judge = 'judge') =>
      aCase('tie', { candidateFirst, baselineFirst, judge });
    const { orders } = resultOf([
      said('candidate', 'candidate'),
      said('candidate', 'baseline'),
      said('candidate', 'baseline'),
      said('baseline', 'candidate'),
      said('tie', 'baseline'),
      said('candidate', null),
      said(null, null),
      said('tie', 'tie', 'another'),
    ]);
    expect(orders.map(({ follows, ...counts }) => [counts, follows!.share])).toEqual([
      [{ judge: 'another', pairs: 1, first: 0, last: 0, wavering: 0 }, 0],
      [{ judge: 'judge', pairs: 5, first: 2, last: 1, wavering: 1 }, 0.6],
    ]);
    expect(orders[1]!.follows!.low).toBeGreaterThan(0.2);
    expect(orders[1]!.follows!.high).toBeLessThan(0.9);
  });
});

describe('a candidate against itself', () => {
  /** Replies of one quality, and a judge with noise and a liking for what it reads first. */
  function simulated(seed: number, likesFirst: number) {
    const random = randomOf(seed);
    return Array.from({ length: 100 }, () => {
      const [candidate, baseline] = [random(), random()];
      const says = (isCandidateFirst: boolean): Better => {
        const bias = isCandidateFirst ? likesFirst : -likesFirst;
        const difference = candidate - baseline + bias + (random() - 0.5) * 0.2;
        if (Math.abs(difference) < 0.05) return 'tie';
        return difference > 0 ? 'candidate' : 'baseline';
      };
      const call = (part: 0 | 1 | 2, better: Better | null) => ({
        part,
        better,
        margin: 1,
        error: null,
        status: 'completed' as const,
      });
      const end = endOfCase([
        call(parts.candidate, null),
        call(parts.candidateFirst, says(true)),
        call(parts.baselineFirst, says(false)),
      ])!;
      return { outcome: end.outcome, isInconsistent: end.isInconsistent };
    });
  }

  it.each([0, 0.4])('comes out at 50 % within its interval, also where a judge likes the first reply by %d', (bias) => {
    const runs = Array.from({ length: 200 }, (_, seed) => figuresOf(simulated(seed + 1, bias)).score!);
    const covered = runs.filter(({ low, high }) => low <= 0.5 && 0.5 <= high).length;
    expect(covered / runs.length).toBeGreaterThanOrEqual(0.95);
    const mean = runs.reduce((sum, { share }) => sum + share, 0) / runs.length;
    expect(mean).toBeGreaterThan(0.48);
    expect(mean).toBeLessThan(0.52);
  });
});
