import type { Side } from './pair-agreement.rules.js';

/** What a judge says of the same two replies in both orders. */
export interface BothOrders {
  /** With the candidate's reply first, and with the baseline first. */
  candidateFirst: Side;
  baselineFirst: Side;
}

/** How often a judge goes by the order in which it reads two replies. */
export interface OrderCounts {
  pairs: number;
  /** Pairs of which it named whichever reply stood first, or last, both times. */
  first: number;
  last: number;
  /** Pairs of which it named one in one order, and neither in the other. */
  wavering: number;
}

export function orderCountsOf(pairs: readonly BothOrders[]): OrderCounts {
  const count = (wanted: Place) => pairs.filter((pair) => placeOf(pair) === wanted).length;
  return { pairs: pairs.length, first: count('first'), last: count('last'), wavering: count('wavering') };
}

type Place = 'first' | 'last' | 'wavering' | 'none';

/** Which place the judge names both times, whoever stands there. */
function placeOf({ candidateFirst, baselineFirst }: BothOrders): Place {
  if (candidateFirst === baselineFirst) return 'none';
  if (candidateFirst === 'tie' || baselineFirst === 'tie') return 'wavering';
  return candidateFirst === 'candidate' ? 'first' : 'last';
}
