import { groupBy } from '@polylogue/service-kit';
import type { BacktestFigures, BacktestOrders, BacktestResult, BacktestSaving, BacktestShare } from '@polylogue/proto';
import { wilsonInterval } from '../statistics/intervals.rules.js';
import { orderCountsOf } from '../statistics/orders.rules.js';
import type { CaseFigures, Outcome } from './backtest.entity.js';

type Counted = Pick<CaseFigures, 'outcome' | 'isInconsistent'>;

/** What a backtest has found so far. */
export function resultOf(cases: readonly CaseFigures[]): BacktestResult {
  const ended = cases.filter(({ outcome }) => outcome !== 'pending');
  const tags = [...new Set(ended.flatMap((each) => each.tags))].sort();
  return {
    figures: figuresOf(ended),
    byTag: tags.map((tag) => ({ tag, figures: figuresOf(ended.filter((each) => each.tags.includes(tag))) })),
    cost: savingOf(ended.map(({ baselineUsd, candidateUsd }) => [baselineUsd, candidateUsd])),
    responseTime: savingOf(ended.map(({ baselineMs, candidateMs }) => [baselineMs, candidateMs])),
    judges: [...new Set(ended.map(({ judge }) => judge))].sort(),
    orders: ordersOf(cases),
  };
}

/** Of each judge, on the pairs it compared in both orders. */
function ordersOf(cases: readonly CaseFigures[]): BacktestOrders[] {
  const compared = cases.flatMap(({ judge, candidateFirst, baselineFirst }) =>
    candidateFirst === null || baselineFirst === null ? [] : { judge, candidateFirst, baselineFirst },
  );
  return [...groupBy(compared, ({ judge }) => judge)]
    .map(([judge, own]) => {
      const counts = orderCountsOf(own);
      return { judge, ...counts, follows: shareOf(counts.first + counts.last, counts.pairs) };
    })
    .sort((one, other) => (one.judge < other.judge ? -1 : 1));
}

/** Shares are of the verdicts: a case without one says nothing about the candidate. */
export function figuresOf(cases: readonly Counted[]): BacktestFigures {
  const count = (wanted: Outcome) => cases.filter(({ outcome }) => outcome === wanted).length;
  const [wins, ties, losses] = [count('win'), count('tie'), count('loss')];
  const verdicts = wins + ties + losses;
  return {
    verdicts,
    wins,
    ties,
    losses,
    inconsistent: cases.filter(({ isInconsistent }) => isInconsistent).length,
    failed: count('failed'),
    win: shareOf(wins, verdicts),
    tie: shareOf(ties, verdicts),
    loss: shareOf(losses, verdicts),
    // Halves vary less than wins and losses alone, so this interval is rather too wide than too narrow.
    score: shareOf(wins + ties / 2, verdicts),
  };
}

/** Undefined of none. */
export function shareOf(part: number, whole: number): BacktestShare | undefined {
  const interval = wilsonInterval(part, whole);
  return interval && { share: part / whole, ...interval };
}

/** Of the pairs of which both figures are known: the mean of each, and what the candidate saves. */
function savingOf(pairs: readonly (readonly [number | null, number | null])[]): BacktestSaving | undefined {
  const known = pairs.flatMap(([baseline, candidate]) =>
    baseline === null || candidate === null ? [] : { baseline, candidate },
  );
  if (known.length === 0) return undefined;
  const meanOf = (side: 'baseline' | 'candidate') => known.reduce((sum, pair) => sum + pair[side], 0) / known.length;
  const [baseline, candidate] = [meanOf('baseline'), meanOf('candidate')];
  return { answers: known.length, baseline, candidate, saved: baseline - candidate };
}
