import {
  judgeCriterion,
  type AiServiceLabel,
  type CalibratedJudge,
  type Calibration,
  type JudgedService,
  type Leaderboard,
  type Standing,
} from '@polylogue/api-contract';
import type {
  Calibration as ProtoCalibration,
  Effect,
  JudgeRow,
  Leaderboard as ProtoLeaderboard,
  PeopleRow,
  ScoreRow,
} from '@polylogue/proto';

type LabelOf = (name: string) => AiServiceLabel;

export function toLeaderboard(figures: ProtoLeaderboard, labelOf: LabelOf): Leaderboard {
  const { votes, allBad, verdicts, isCut } = figures;
  return {
    people: figures.people.map((row) => toStanding(row, labelOf)),
    votes,
    allBad,
    scores: figures.scores.map((row) => toJudgedService(row, labelOf)),
    verdicts,
    calibrated: figures.calibrated.map((row) => toJudgedService(row, labelOf)),
    leftOut: figures.leftOut.map(labelOf),
    isCut,
  };
}

const toStanding = (row: PeopleRow, labelOf: LabelOf): Standing => ({
  aiService: labelOf(row.aiService),
  version: row.version ?? null,
  votes: row.votes,
  wins: row.wins,
  ties: row.ties,
  losses: row.losses,
  allBad: row.allBad,
  rating: row.rating ?? null,
  interval: row.interval ?? null,
  rank: row.rank ?? null,
  responseTime: row.responseTimeMs ?? null,
  cost: row.cost ?? null,
});

const toJudgedService = (row: ScoreRow, labelOf: LabelOf): JudgedService => ({
  aiService: labelOf(row.aiService),
  version: row.version ?? null,
  replies: row.replies,
  verdicts: row.verdicts,
  mean: row.mean,
  interval: row.interval ?? null,
});

export function toCalibration({ judges, votes, hasLengths, isCut }: ProtoCalibration, labelOf: LabelOf): Calibration {
  return { judges: judges.map((row) => toJudge(row, labelOf)), votes, hasLengths, isCut };
}

const toJudge = (row: JudgeRow, labelOf: LabelOf): CalibratedJudge => ({
  judge: labelOf(row.judge),
  verdicts: row.verdicts,
  votes: row.votes,
  pairs: row.pairs,
  // A criterion of a later version is left out.
  agreements: row.agreements.flatMap(({ criterion, kappa, interval }) => {
    const known = judgeCriterion.safeParse(criterion);
    return known.success ? { criterion: known.data, kappa: kappa ?? null, interval: interval ?? null } : [];
  }),
  leniency: row.leniency ?? null,
  position: toEffect(row.position),
  length: toEffect(row.length),
  worseThanChance: row.isWorseThanChance,
});

const toEffect = (effect: Effect | undefined) =>
  effect?.interval ? { slope: effect.slope, ...effect.interval, n: effect.n } : null;
