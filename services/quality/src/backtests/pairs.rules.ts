import { groupBy } from '@polylogue/service-kit';
import type { BacktestAgreement, BacktestPeople } from '@polylogue/proto';
import { agreementOfPairs, type Side } from '../statistics/pair-agreement.rules.js';
import type { BacktestRow, Outcome } from './backtest.entity.js';
import { shareOf } from './result.rules.js';

/** What people say of one pair. */
export type Choice = Side | 'both_bad';

/** As it is said on the screen, where nobody knows which reply is whose. */
export const shownChoices = ['first', 'second', 'tie', 'both_bad'] as const;
export type ShownChoice = (typeof shownChoices)[number];

/** One case of a backtest in which people compare. */
export interface PairFigures {
  backtestId: string;
  judge: string;
  outcome: Outcome;
  /** The candidate replied, and the round is still there. */
  isComparable: boolean;
  choice: Choice | null;
}

type Compared = Pick<BacktestRow, 'peopleCompare' | 'peopleEndedAt'>;

/** Whether it is hidden who wrote what. */
export const areHidden = ({ peopleCompare, peopleEndedAt }: Compared): boolean =>
  peopleCompare && peopleEndedAt === null;

/** Whose reply is meant. */
export function choiceOf(shown: ShownChoice, isCandidateFirst: boolean): Choice {
  if (shown === 'tie' || shown === 'both_bad') return shown;
  return (shown === 'first') === isCandidateFirst ? 'candidate' : 'baseline';
}

/** What people say of a backtest; undefined where only judges compare. */
export function peopleOf(backtest: Compared, pairs: readonly PairFigures[]): BacktestPeople | undefined {
  if (!backtest.peopleCompare) return undefined;
  const isOpen = areHidden(backtest);
  const count = (wanted: Choice) => pairs.filter(({ choice }) => choice === wanted).length;
  const [wins, ties, losses, bothBad] = [count('candidate'), count('tie'), count('baseline'), count('both_bad')];
  const said = wins + ties + losses;
  const counts = { isOpen, ...progressOf(pairs) };
  // While it is open, how it stands would tell a pair at a time which of its replies is the candidate's.
  if (isOpen) return { ...counts, wins: 0, ties: 0, losses: 0, bothBad: 0, agreements: [] };
  return {
    ...counts,
    wins,
    ties,
    losses,
    bothBad,
    win: shareOf(wins, said),
    tie: shareOf(ties, said),
    loss: shareOf(losses, said),
    score: shareOf(wins + ties / 2, said),
    agreements: agreementsOf(pairs),
  };
}

/** Pairs that can be compared so far, and those that were. */
export function progressOf(pairs: readonly PairFigures[]): { pairs: number; compared: number } {
  const compared = pairs.filter(({ choice }) => choice !== null).length;
  const open = pairs.filter(({ choice, isComparable }) => choice === null && isComparable).length;
  return { pairs: compared + open, compared };
}

const verdicts: Partial<Record<Outcome, Side>> = { win: 'candidate', tie: 'tie', loss: 'baseline' };

/** Of each judge, how far people say the same of the pairs on which it has a verdict. */
function agreementsOf(pairs: readonly PairFigures[]): BacktestAgreement[] {
  const both = pairs.flatMap(({ judge: name, outcome, choice: people }) => {
    const judge = verdicts[outcome];
    return judge === undefined || people === null || people === 'both_bad' ? [] : { name, judge, people };
  });
  return [...groupBy(both, ({ name }) => name)]
    .map(([judge, own]): BacktestAgreement => {
      const found = agreementOfPairs(own);
      const same = own.filter((each) => each.judge === each.people).length;
      return { judge, pairs: own.length, same, kappa: found?.kappa, ...found?.interval };
    })
    .sort((one, other) => (one.judge < other.judge ? -1 : 1));
}
