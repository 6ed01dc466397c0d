import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { flag } from './conversations.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { builtInRubric, rubricChoice } from './rubrics.js';
import { inputTime } from './scalars.js';

const interval = z
  .object({ low: z.number(), high: z.number() })
  .nullable()
  .meta({ description: 'Holds the figure with 95 %; null where too little is known.' });
const version = z
  .string()
  .nullable()
  .meta({ description: 'The model and its settings; null in a row for all versions of a service.' });

/** What people say of one service. */
export const standing = z
  .object({
    aiService: aiServiceLabel,
    version,
    votes: z.number().int().meta({ description: 'Votes that compared it.' }),
    wins: z.number().int(),
    ties: z.number().int(),
    losses: z.number().int(),
    allBad: z.number().int(),
    rating: z
      .number()
      .nullable()
      .meta({ description: 'By Bradley and Terry; 1,000 is the middle, 400 more are odds of ten to one.' }),
    interval,
    rank: z.number().int().nullable().meta({ description: "Only where the interval parts from all others'." }),
    responseTime: z.number().nullable().meta({ description: 'Median, in milliseconds.' }),
    cost: z.number().nullable().meta({ description: 'Mean of the known ones, in US dollars.' }),
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof standing>;

/** What AI judges say of one service. */
export const judgedService = z
  .object({
    aiService: aiServiceLabel,
    version,
    replies: z.number().int(),
    verdicts: z.number().int(),
    mean: z.number().meta({ description: 'Over replies, 0 to 100.' }),
    interval,
  })
  .meta({ id: 'JudgedService' });
export type JudgedService = z.infer<typeof judgedService>;

/** A rubric by which replies were scored: one version of it. */
export const scoredRubric = z
  .object({
    versionId: z.string().meta({ description: `A version of a rubric made in the app, or \`${builtInRubric}\`.` }),
    name: z.string(),
    version: z.number().int(),
    verdicts: z.number().int(),
  })
  .meta({ id: 'ScoredRubric' });
export type ScoredRubric = z.infer<typeof scoredRubric>;

const rubrics = {
  rubric: scoredRubric.nullable().meta({ description: 'By what the scores are; those of two are never put together.' }),
  rubrics: z.array(scoredRubric).meta({ description: 'By what else replies were scored, the built-in one first.' }),
};

export const leaderboard = z
  .object({
    people: z.array(standing).meta({ description: 'By votes; never mixed with scores.' }),
    votes: z.number().int(),
    allBad: z.number().int(),
    scores: z.array(judgedService).meta({ description: 'By the scores of AI judges.' }),
    verdicts: z.number().int(),
    calibrated: z
      .array(judgedService)
      .meta({ description: 'The same without the judges that agree with people less than chance would.' }),
    leftOut: z.array(aiServiceLabel).meta({ description: 'Those judges.' }),
    isCut: z.boolean().meta({ description: 'There is more: only the newest votes and verdicts are counted.' }),
    notRated: z
      .number()
      .int()
      .meta({ description: 'Rows with votes enough and no rating: of very many those in most votes are rated.' }),
    ...rubrics,
  })
  .meta({ id: 'Leaderboard' });
export type Leaderboard = z.infer<typeof leaderboard>;

const effect = z
  .object({ slope: z.number(), low: z.number(), high: z.number(), n: z.number().int() })
  .nullable()
  .meta({ description: 'Points of score, with its interval; null where too little is known.' });

/** `own`: one of a rubric that was made in the app. */
export const judgeCriterion = z.enum(['overall', 'bias', 'safety', 'accuracy', 'adherence', 'own']);
export type JudgeCriterion = z.infer<typeof judgeCriterion>;

/** How far one AI judge can be believed. */
export const calibratedJudge = z
  .object({
    judge: aiServiceLabel,
    verdicts: z.number().int(),
    votes: z.number().int().meta({ description: 'Votes on replies that it scored.' }),
    pairs: z.number().int(),
    agreements: z
      .array(
        z.object({
          criterion: judgeCriterion,
          name: z.string().nullable().meta({ description: 'What an own one is called.' }),
          kappa: z.number().nullable(),
          interval,
        }),
      )
      .meta({ description: "Cohen's kappa with people's votes: 1 always, 0 as by chance." }),
    leniency: z.number().nullable(),
    position: effect.meta({ description: 'For each place later in its order.' }),
    length: effect.meta({ description: 'For each 1,000 characters more than the other replies of the round.' }),
    worseThanChance: z.boolean(),
  })
  .meta({ id: 'CalibratedJudge' });
export type CalibratedJudge = z.infer<typeof calibratedJudge>;

/** How one judge compares two replies of a backtest, which it is sent in both orders. */
export const comparingJudge = z
  .object({
    judge: aiServiceLabel,
    pairs: z.number().int().meta({ description: 'Pairs of replies that it compared in both orders.' }),
    first: z.number().int().meta({ description: 'Of them those where it named whichever stood first both times.' }),
    last: z.number().int().meta({ description: 'Where it named whichever stood last both times.' }),
    wavering: z.number().int().meta({ description: 'Where it named one in one order, and neither in the other.' }),
    follows: z
      .object({ share: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .meta({ description: 'First and last as a share of pairs, 0 to 1, with its interval; null for fewer than ten.' }),
    people: z.number().int().meta({ description: 'Pairs that people compared as well and did not find both bad.' }),
    kappa: z.number().nullable().meta({ description: "Cohen's kappa on them; null for fewer than ten." }),
    interval,
  })
  .meta({ id: 'ComparingJudge' });
export type ComparingJudge = z.infer<typeof comparingJudge>;

export const calibration = z
  .object({
    judges: z.array(calibratedJudge),
    votes: z.number().int().meta({ description: 'Votes on rounds that were judged as well.' }),
    hasLengths: z.boolean(),
    isCut: z.boolean(),
    comparisons: z.array(comparingJudge).meta({ description: 'Of judges of backtests; whichever rubric is chosen.' }),
    ...rubrics,
  })
  .meta({ id: 'Calibration' });
export type Calibration = z.infer<typeof calibration>;

const since = inputTime('Write a time such as 2026-03-31T08:00:00Z.').optional();
const tag = z.string().trim().min(1).max(limits.comparison.tagLength).optional();
const rubric = rubricChoice.optional().meta({
  description: 'What the scores are by: a `versionId` of `rubrics`; without one the built-in rubric.',
});
const preferDefault = flag.optional().meta({
  description: 'Without `rubric` what the installation judges by without a choice, where replies were scored by it.',
});
const by = z
  .enum(['version', 'service'], 'Rows are by version or by service.')
  .default('version')
  .meta({ description: 'One row for each version of a service, or one for all of them.' });

export const getLeaderboard = route({
  method: 'GET',
  path: '/api/leaderboard',
  summary: "Which services answer one's own questions best: by one's votes and, apart from them, by AI judges.",
  access: 'signed-in',
  query: z.object({ since, tag, by, rubric, preferDefault }),
  answer: leaderboard,
});

export const getCalibration = route({
  method: 'GET',
  path: '/api/leaderboard/judges',
  summary: 'How far each AI judge agrees with votes, and which effects its scores show.',
  access: 'signed-in',
  query: z.object({ since, tag, rubric, preferDefault }),
  answer: calibration,
});

export const getInstallationLeaderboard = route({
  method: 'GET',
  path: '/api/admin/leaderboard',
  summary: 'The same over all users of the installation: figures, without texts and without names of people.',
  access: 'admin',
  query: z.object({ since, by, rubric, preferDefault }),
  answer: leaderboard,
});

export const getInstallationCalibration = route({
  method: 'GET',
  path: '/api/admin/leaderboard/judges',
  summary: 'How far each AI judge agrees with the votes of all users of the installation.',
  access: 'admin',
  query: z.object({ since, rubric, preferDefault }),
  answer: calibration,
});
