import { groupBy } from '@polylogue/service-kit';
import { wilsonInterval, type Interval } from '../statistics/intervals.rules.js';
import type { Kappa } from '../statistics/kappa.rules.js';
import { orderCountsOf, type BothOrders, type OrderCounts } from '../statistics/orders.rules.js';
import { agreementOfPairs, minPairs, type Side } from '../statistics/pair-agreement.rules.js';

/** Two replies that a judge of a backtest compared in both orders. */
export interface ComparedPair extends BothOrders {
  judge: string;
  /** What people said of them without knowing who wrote what; null where they did not. */
  people: Side | 'both_bad' | null;
}

/** How one judge compares two replies. */
export interface Comparing extends OrderCounts {
  judge: string;
  /** First and last together as a share; undefined for few pairs. */
  follows: { share: number; interval: Interval } | undefined;
  /** Pairs that people compared as well, and how far it agrees with them. */
  people: number;
  agreement: Kappa | undefined;
}

/** Of each judge, those of most pairs first. */
export function comparingOf(pairs: readonly ComparedPair[]): Comparing[] {
  return [...groupBy(pairs, ({ judge }) => judge)]
    .map(([judge, own]) => measured(judge, own))
    .sort((one, other) => other.pairs - one.pairs || (one.judge < other.judge ? -1 : 1));
}

function measured(judge: string, own: readonly ComparedPair[]): Comparing {
  const counts = orderCountsOf(own);
  const following = counts.first + counts.last;
  const interval = own.length < minPairs ? undefined : wilsonInterval(following, own.length);
  const rated = own.flatMap(({ people, ...said }) =>
    people === null || people === 'both_bad' ? [] : { people, judge: verdictOf(said) },
  );
  return {
    judge,
    ...counts,
    follows: interval && { share: following / own.length, interval },
    people: rated.length,
    agreement: agreementOfPairs(rated),
  };
}

/** A judge is believed where it says the same in both orders, as in the result of a backtest. */
const verdictOf = ({ candidateFirst, baselineFirst }: BothOrders): Side =>
  candidateFirst === baselineFirst ? candidateFirst : 'tie';
