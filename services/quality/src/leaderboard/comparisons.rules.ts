import { grouped } from '../statistics/grouped.rules.js';
import { wilsonInterval, type Interval } from '../statistics/intervals.rules.js';
import type { Kappa } from '../statistics/kappa.rules.js';
import { agreementOfPairs, minPairs, type Side } from '../statistics/pair-agreement.rules.js';

/** Two replies that a judge of a backtest compared in both orders. */
export interface ComparedPair {
  judge: string;
  /** What it said with the candidate's reply first, and what with the baseline first. */
  candidateFirst: Side;
  baselineFirst: Side;
  /** What people said of them without knowing who wrote what; null where they did not. */
  people: Side | 'both_bad' | null;
}

/** How one judge compares two replies. */
export interface Comparing {
  judge: string;
  pairs: number;
  /** Pairs of which it named whichever reply stood first, or last, both times. */
  first: number;
  last: number;
  /** Pairs of which it named one in one order, and neither in the other. */
  wavering: number;
  /** First and last together as a share; undefined for few pairs. */
  follows: { share: number; interval: Interval } | undefined;
  /** Pairs that people compared as well, and how far it agrees with them. */
  people: number;
  agreement: Kappa | undefined;
}

/** Of each judge, those of most pairs first. */
export function comparingOf(pairs: readonly ComparedPair[]): Comparing[] {
  return [...grouped(pairs, ({ judge }) => judge)]
    .map(([judge, own]) => measured(judge, own))
    .sort((one, other) => other.pairs - one.pairs || (one.judge < other.judge ? -1 : 1));
}

function measured(judge: string, own: readonly ComparedPair[]): Comparing {
  const count = (wanted: Place) => own.filter((pair) => placeOf(pair) === wanted).length;
  const [first, last] = [count('first'), count('last')];
  const interval = own.length < minPairs ? undefined : wilsonInterval(first + last, own.length);
  const rated = own.flatMap(({ people, ...said }) =>
    people === null || people === 'both_bad' ? [] : { people, judge: verdictOf(said) },
  );
  return {
    judge,
    pairs: own.length,
    first,
    last,
    wavering: count('wavering'),
    follows: interval && { share: (first + last) / own.length, interval },
    people: rated.length,
    agreement: agreementOfPairs(rated),
  };
}

type Place = 'first' | 'last' | 'wavering' | 'none';
type Said = Pick<ComparedPair, 'candidateFirst' | 'baselineFirst'>;

/** Which place the judge names both times, whoever stands there. */
function placeOf({ candidateFirst, baselineFirst }: Said): Place {
  if (candidateFirst === baselineFirst) return 'none';
  if (candidateFirst === 'tie' || baselineFirst === 'tie') return 'wavering';
  return candidateFirst === 'candidate' ? 'first' : 'last';
}

/** A judge is believed where it says the same in both orders, as in the result of a backtest. */
const verdictOf = ({ candidateFirst, baselineFirst }: Said): Side =>
  candidateFirst === baselineFirst ? candidateFirst : 'tie';
