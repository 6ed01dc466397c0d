import { groupBy } from '@polylogue/service-kit';
import { meanOf, medianOf } from '../statistics/mean.rules.js';
import type { Interval } from '../statistics/intervals.rules.js';
import type { Ballot, FitOfVotes } from '../statistics/votes-fit.rules.js';
import type { ContestantRow } from './figures.entity.js';

export interface Standing {
  aiService: string;
  version: string | undefined;
  votes: number;
  wins: number;
  ties: number;
  losses: number;
  allBad: number;
  rating: number | undefined;
  interval: Interval | undefined;
  rank: number | undefined;
  responseTimeMs: number | undefined;
  cost: number | undefined;
}

/** The rows of one vote. */
export function votesIn(rows: readonly ContestantRow[]): ContestantRow[][] {
  return [...groupBy(rows, ({ voter, broadcastId }) => `${voter} ${broadcastId}`).values()];
}

/** By whom a row of a table stands. */
export const keyOf = (row: { aiService: string; version: string }, byService: boolean): string =>
  byService ? row.aiService : `${row.aiService}\n${row.version}`;

/** What the votes are fitted by: who stands in a row of the table, and the votes by the numbers of the rows. */
export function ballotsOf(rows: readonly ContestantRow[], byService: boolean): { keys: string[]; ballots: Ballot[] } {
  const keys = [...new Set(rows.map((row) => keyOf(row, byService)))].sort();
  const at = new Map(keys.map((key, place) => [key, place]));
  const numberOf = (row: ContestantRow) => at.get(keyOf(row, byService)) ?? 0;
  const rounds = new Map([...new Set(rows.map(({ broadcastId }) => broadcastId))].map((id, number) => [id, number]));
  const ballots = votesIn(rows).map((vote) => ({
    ...ballotOf(vote, numberOf),
    round: rounds.get(vote[0]?.broadcastId ?? ''),
  }));
  return { keys, ballots };
}

/** Which services people find best, the best rating first, those without one last. */
export function standingsOf(
  rows: readonly ContestantRow[],
  byService: boolean,
  keys: readonly string[],
  fit: FitOfVotes,
): Standing[] {
  const votes = votesIn(rows);
  const places = placesOf(votes);
  const own = groupBy(rows, (row) => keyOf(row, byService));
  const standings = keys.map((key, place) => {
    const mine = own.get(key) ?? [];
    const rating = fit.ratings[place];
    return {
      aiService: mine[0]?.aiService ?? key,
      version: byService ? undefined : mine[0]?.version,
      votes: mine.length,
      ...countsOf(mine, places),
      rating: rating?.rating,
      interval: rating?.interval,
      rank: fit.ranks[place],
      responseTimeMs: medianOf(mine.flatMap(({ responseTimeMs }) => responseTimeMs ?? [])),
      cost: meanOf(mine.flatMap(({ cost }) => cost ?? []))?.mean,
    };
  });
  return standings.sort(
    (one, other) => (other.rating ?? -Infinity) - (one.rating ?? -Infinity) || other.wins - one.wins,
  );
}

function ballotOf(vote: readonly ContestantRow[], numberOf: (row: ContestantRow) => number): Ballot {
  return {
    contestants: [...new Set(vote.map(numberOf))],
    best: [...new Set(vote.filter(({ isBest }) => isBest).map(numberOf))],
  };
}

/** How a vote ended for one of those it compares. */
type Place = 'wins' | 'ties' | 'losses' | 'allBad';

function placesOf(votes: readonly ContestantRow[][]): Map<ContestantRow, Place> {
  const placeOf = (row: ContestantRow, best: number): Place => {
    if (best === 0) return 'allBad';
    if (!row.isBest) return 'losses';
    return best === 1 ? 'wins' : 'ties';
  };
  return new Map(
    votes.flatMap((vote) => {
      const best = vote.filter(({ isBest }) => isBest).length;
      return vote.map((row) => [row, placeOf(row, best)] as const);
    }),
  );
}

function countsOf(rows: readonly ContestantRow[], places: ReadonlyMap<ContestantRow, Place>): Record<Place, number> {
  const counts = { wins: 0, ties: 0, losses: 0, allBad: 0 };
  for (const row of rows) counts[places.get(row) ?? 'allBad'] += 1;
  return counts;
}
