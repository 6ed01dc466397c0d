import { kappaOf, type Kappa } from './kappa.rules.js';
import { minVotes } from './votes-fit.rules.js';

/** Which of two replies is better. */
export type Side = 'candidate' | 'baseline' | 'tie';

/** Fewer pairs say nothing about a judge. */
export const minPairs = minVotes;

const sides: readonly Side[] = ['candidate', 'baseline', 'tie'];

/** Cohen's kappa of what people and a judge say of the same pairs; undefined for few. */
export function agreementOfPairs(pairs: readonly { people: Side; judge: Side }[]): Kappa | undefined {
  if (pairs.length < minPairs) return undefined;
  const table = sides.map((people) =>
    sides.map((judge) => pairs.filter((each) => each.people === people && each.judge === judge).length),
  );
  return kappaOf(table);
}
