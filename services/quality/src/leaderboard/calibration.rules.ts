import { groupBy } from '@polylogue/service-kit';
import { kappaOf, type Kappa } from '../statistics/kappa.rules.js';
import { minVotes } from '../statistics/votes-fit.rules.js';
import { slopeOf, type Point, type Slope } from '../statistics/slope.rules.js';
import type { ContestantRow, VerdictRow } from './figures.entity.js';
import type { Steps } from '../statistics/steps.js';
import { votesIn } from './people.rules.js';

/** How far one judge can be believed. */
export interface Calibrated {
  judge: string;
  verdicts: number;
  votes: number;
  pairs: number;
  /** By the overall score, and by each criterion of the rubric, in their order. */
  agreement: Kappa | undefined;
  byCriterion: (Kappa | undefined)[];
  leniency: number | undefined;
  position: Slope | undefined;
  length: Slope | undefined;
  isWorseThanChance: boolean;
}

/** Judges by verdicts of one rubric, the one that agrees most with people first. `lengths` in characters, of replies. */
export function* calibrationOf(
  contestants: readonly ContestantRow[],
  verdicts: readonly VerdictRow[],
  criteria: readonly string[] = [],
  lengths: ReadonlyMap<string, number> = new Map(),
): Steps<Calibrated[]> {
  const votes = votesIn(contestants);
  const ofReply = groupBy(verdicts, ({ messageId }) => messageId);
  const judges: Calibrated[] = [];
  for (const [judge, own] of groupBy(verdicts, ({ judge: name }) => name)) {
    yield;
    const scores = new Map(own.map((verdict) => [verdict.messageId, verdict]));
    const compared = comparedBy(votes, scores);
    const agreement = agreementOf(compared, ({ overall }) => overall);
    const high = agreement?.interval.high;
    judges.push({
      judge,
      verdicts: own.length,
      votes: compared.length,
      pairs: compared.flat().length,
      agreement,
      byCriterion: criteria.map((_name, at) => agreementOf(compared, ({ scores: given }) => given[at])),
      leniency: leniencyOf(own, ofReply),
      position: slopeOf(own.flatMap((verdict) => positionPoint(verdict, ofReply))),
      length: slopeOf(lengthPoints(own, lengths)),
      isWorseThanChance: high !== undefined && high < 0,
    });
  }
  return judges.sort((one, other) => kappaIn(other) - kappaIn(one) || (one.judge < other.judge ? -1 : 1));
}

const kappaIn = ({ agreement }: Calibrated): number => agreement?.kappa ?? -2;

/** Two replies that a vote compares and a judge scored; which of them is the first says nothing. */
interface Pair {
  first: VerdictRow;
  second: VerdictRow;
  /** Which people find better: 0 the first, 1 the second, 2 neither. */
  people: number;
}

/** The pairs of each vote that says which reply is better. Two that are not best were not compared with one another. */
function comparedBy(votes: readonly ContestantRow[][], scores: ReadonlyMap<string, VerdictRow>): Pair[][] {
  return votes
    .map((vote) => {
      const scored = vote
        .flatMap((row) => {
          const verdict = scores.get(row.messageId);
          return verdict ? [{ row, verdict }] : [];
        })
        .sort((one, other) => (orderOf(one.row.messageId) < orderOf(other.row.messageId) ? -1 : 1));
      return scored.flatMap((first, at) =>
        scored.slice(at + 1).flatMap((second): Pair[] => {
          if (!first.row.isBest && !second.row.isBest) return [];
          const people = first.row.isBest && second.row.isBest ? 2 : first.row.isBest ? 0 : 1;
          return [{ first: first.verdict, second: second.verdict, people }];
        }),
      );
    })
    .filter((pairs) => pairs.length > 0);
}

/** Ids sort by time and so by the order of services: read backwards they do not. */
const orderOf = (id: string): string => [...id].reverse().join('');

/**
 * By one score: of each pair, what people say and what the judge says. All pairs of one round are held against the same scores,
 * so that a round counts once in how sure the figure is, however many pairs and votes it has.
 */
function agreementOf(
  compared: readonly Pair[][],
  scoreIn: (verdict: VerdictRow) => number | undefined,
): Kappa | undefined {
  const table = [0, 1, 2].map(() => [0, 0, 0]);
  const rounds = new Set<string>();
  for (const pairs of compared) {
    const scored = pairs.flatMap(({ first, second, people }) => {
      const [one, other] = [scoreIn(first), scoreIn(second)];
      if (one !== undefined && other !== undefined) rounds.add(first.broadcastId);
      return one === undefined || other === undefined ? [] : { people, judge: one > other ? 0 : one < other ? 1 : 2 };
    });
    for (const { people, judge } of scored) table[people]![judge]! += 1;
  }
  return rounds.size < minVotes ? undefined : kappaOf(table, rounds.size);
}

type OfReply = ReadonlyMap<string, readonly VerdictRow[]>;

/** How far a score lies above what the other judges gave the same reply; undefined without others. */
function aboveOthers({ judge, messageId, overall }: VerdictRow, ofReply: OfReply): number | undefined {
  const others = (ofReply.get(messageId) ?? []).filter((other) => other.judge !== judge);
  return others.length === 0 ? undefined : overall - mean(others.map((other) => other.overall));
}

function leniencyOf(own: readonly VerdictRow[], ofReply: OfReply): number | undefined {
  const above = own.flatMap((verdict) => aboveOthers(verdict, ofReply) ?? []);
  return above.length === 0 ? undefined : mean(above);
}

function positionPoint(verdict: VerdictRow, ofReply: OfReply): Point[] {
  const above = aboveOthers(verdict, ofReply);
  return above === undefined || verdict.place === null
    ? []
    : [{ x: verdict.place, y: above, cluster: verdict.broadcastId }];
}

/** Within a round: whether of replies to one question the longer one gets more, in thousands of characters. */
function lengthPoints(own: readonly VerdictRow[], lengths: ReadonlyMap<string, number>): Point[] {
  return [...groupBy(own, ({ broadcastId }) => broadcastId)].flatMap(([cluster, round]) => {
    const known = round.flatMap(({ messageId, overall }) => {
      const length = lengths.get(messageId);
      return length === undefined ? [] : { x: length / 1_000, y: overall };
    });
    if (known.length < 2) return [];
    const [x, y] = [mean(known.map((each) => each.x)), mean(known.map((each) => each.y))];
    return known.map((each) => ({ x: each.x - x, y: each.y - y, cluster }));
  });
}

const mean = (figures: readonly number[]): number => figures.reduce((sum, each) => sum + each, 0) / figures.length;
