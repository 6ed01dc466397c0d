import {
  builtInRubric,
  judgeCriterion,
  type AiServiceLabel,
  type CalibratedJudge,
  type Calibration,
  type ComparingJudge,
  type JudgedService,
  type Leaderboard,
  type ScoredRubric,
  type Standing,
} from '@polylogue/api-contract';
import type {
  Calibration as ProtoCalibration,
  Effect,
  JudgeComparisons,
  JudgeRow,
  Leaderboard as ProtoLeaderboard,
  PeopleRow,
  ScoredRubric as ProtoScoredRubric,
  ScoreRow,
} from '@polylogue/proto';

type LabelOf = (name: string) => AiServiceLabel;

export function toLeaderboard(figures: ProtoLeaderboard, labelOf: LabelOf): Leaderboard {
  const { votes, allBad, verdicts, isCut, notRated } = figures;
  return {
    people: figures.people.map((row) => toStanding(row, labelOf)),
    votes,
    allBad,
    scores: figures.scores.map((row) => toJudgedService(row, labelOf)),
    verdicts,
    calibrated: figures.calibrated.map((row) => toJudgedService(row, labelOf)),
    leftOut: figures.leftOut.map(labelOf),
    isCut,
    notRated,
    ...rubricsIn(figures),
  };
}

/** A quality of the version before names none: it put the scores of all rubrics together. */
const rubricsIn = ({ rubric, rubrics }: Pick<ProtoLeaderboard, 'rubric' | 'rubrics'>) => ({
  rubric: rubric === undefined ? null : toScoredRubric(rubric),
  rubrics: rubrics.map(toScoredRubric),
});

const toScoredRubric = ({ version, name, number, verdicts }: ProtoScoredRubric): ScoredRubric => ({
  versionId: version ?? builtInRubric,
  name,
  version: number,
  verdicts,
});

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

export function toCalibration(figures: ProtoCalibration, labelOf: LabelOf): Calibration {
  const { judges, votes, hasLengths, isCut } = figures;
  return {
    judges: judges.map((row) => toJudge(row, labelOf)),
    votes,
    hasLengths,
    isCut,
    comparisons: figures.comparisons.map((row) => toComparing(row, labelOf)),
    ...rubricsIn(figures),
  };
}

const toJudge = (row: JudgeRow, labelOf: LabelOf): CalibratedJudge => ({
  judge: labelOf(row.judge),
  verdicts: row.verdicts,
  votes: row.votes,
  pairs: row.pairs,
  // A criterion of a later version is left out.
  agreements: row.agreements.flatMap(({ criterion, name = null, kappa = null, interval = null }) => {
    const known = judgeCriterion.safeParse(criterion);
    return known.success ? { criterion: known.data, name, kappa, interval } : [];
  }),
  leniency: row.leniency ?? null,
  position: toEffect(row.position),
  length: toEffect(row.length),
  worseThanChance: row.isWorseThanChance,
});

const toComparing = (row: JudgeComparisons, labelOf: LabelOf): ComparingJudge => ({
  judge: labelOf(row.judge),
  pairs: row.pairs,
  first: row.first,
  last: row.last,
  wavering: row.wavering,
  follows: row.follows === undefined || !row.followsRange ? null : { share: row.follows, ...row.followsRange },
  people: row.people,
  kappa: row.kappa ?? null,
  interval: row.kappaRange ?? null,
});

const toEffect = (effect: Effect | undefined) =>
  effect?.interval ? { slope: effect.slope, ...effect.interval, n: effect.n } : null;
