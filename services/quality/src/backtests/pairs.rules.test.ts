import { describe, expect, it } from '@jest/globals';
import { choiceOf, peopleOf, progressOf, type Choice, type PairFigures } from './pairs.rules.js';

const pair = (choice: Choice | null, outcome: PairFigures['outcome'] = 'win', isComparable = true): PairFigures => ({
  backtestId: 'b',
  judge: 'judge',
  outcome,
  isComparable,
  choice,
});
const times = (count: number, made: PairFigures) => Array.from({ length: count }, () => made);
const ended = { peopleCompare: true, peopleEndedAt: new Date() };

describe('what people say of a backtest', () => {
  it('means the reply that stood there', () => {
    expect([choiceOf('first', true), choiceOf('first', false)]).toEqual(['candidate', 'baseline']);
    expect([choiceOf('second', true), choiceOf('second', false)]).toEqual(['baseline', 'candidate']);
    expect([choiceOf('tie', true), choiceOf('both_bad', false)]).toEqual(['tie', 'both_bad']);
  });

  it('is counted once it has ended, where both are bad apart', () => {
    const pairs = [pair('candidate'), pair('candidate'), pair('tie'), pair('baseline'), pair('both_bad'), pair(null)];
    expect(peopleOf(ended, pairs)).toMatchObject({
      isOpen: false,
      pairs: 6,
      compared: 5,
      wins: 2,
      ties: 1,
      losses: 1,
      bothBad: 1,
      win: { share: 0.5 },
      score: { share: 0.625 },
    });
    expect(peopleOf(ended, [pair('both_bad')])).toMatchObject({ bothBad: 1, score: undefined });
    expect(peopleOf({ ...ended, peopleCompare: false }, pairs)).toBeUndefined();
  });

  it('says nothing but how far it is while names are hidden', () => {
    const found = peopleOf({ peopleCompare: true, peopleEndedAt: null }, [pair('candidate'), pair(null)]);
    expect(found).toEqual({
      isOpen: true,
      pairs: 2,
      compared: 1,
      wins: 0,
      ties: 0,
      losses: 0,
      bothBad: 0,
      agreements: [],
    });
  });

  it('counts what can be compared, and what was before its round was deleted', () => {
    const pairs = [pair('tie', 'win', false), pair(null, 'failed', false), pair(null), pair('candidate')];
    expect(progressOf(pairs)).toEqual({ pairs: 3, compared: 2 });
  });

  it('is held against the judge of the same pair, from ten pairs on', () => {
    const pairs = [
      ...times(5, pair('candidate', 'win')),
      ...times(4, pair('baseline', 'loss')),
      pair('baseline', 'win'),
      pair('candidate', 'failed'),
      pair('both_bad', 'win'),
    ];
    const [found] = peopleOf(ended, pairs)!.agreements;
    expect(found).toMatchObject({ judge: 'judge', pairs: 10, same: 9 });
    // 9 of 10 agree; by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5 would.
    expect(found!.kappa).toBeCloseTo(0.8, 9);
    expect(found!.low).toBeLessThan(0.8);
    const few = peopleOf(ended, times(9, pair('candidate', 'win')))!.agreements[0];
    expect(few).toMatchObject({ pairs: 9, same: 9, kappa: undefined });
  });
});
