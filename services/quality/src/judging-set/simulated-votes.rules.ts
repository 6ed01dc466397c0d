import { randomOf } from '../statistics/random.rules.js';
import type { Ballot } from '../statistics/votes-fit.rules.js';

/** Strengths that are planted, and how votes are made of them. */
export interface Field {
  strengths: readonly number[];
  votes: number;
  /** How many are compared by each vote. */
  compared: number;
  /** The share of votes that name nobody. */
  allBad: number;
}

/** Votes by Luce's choice axiom: who is best of those compared is so as often as its share of their strength. */
export function votesOf({ strengths, votes, compared, allBad }: Field, seed: number): Ballot[] {
  const random = randomOf(seed);
  return Array.from({ length: votes }, () => {
    const contestants = drawn(strengths.length, compared, random);
    if (random() < allBad) return { contestants, best: [] };
    const total = contestants.reduce((sum, each) => sum + strengths[each]!, 0);
    let left = random() * total;
    const best = contestants.find((each) => (left -= strengths[each]!) < 0) ?? contestants[0]!;
    return { contestants, best: [best] };
  });
}

function drawn(count: number, wanted: number, random: () => number): number[] {
  const all = Array.from({ length: count }, (_none, at) => at);
  for (let at = 0; at < wanted; at++) {
    const other = at + Math.floor(random() * (count - at));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all.slice(0, wanted).sort((one, other) => one - other);
}
