import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { costRange } from './cost-range.js';
import { cost, usage } from './costs.js';
import { generation } from './generations.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { rubricChoice } from './rubrics.js';
import { aiServiceName, id, time } from './scalars.js';

/** From here up a score is green, from here up yellow, else red. */
export const scoreBands = { high: 80, middle: 60 } as const;

const score = z.number().int().min(0).max(100);

const assessed = {
  id,
  broadcastId: id,
  messageId: id,
  targetServiceId: aiServiceName,
  assessorServiceId: aiServiceName,
  createdAt: time,
  rubricVersion: z.string().optional(),
  judgeModel: z.string().optional(),
  judge: generation.optional().meta({ description: 'How the verdict was generated.' }),
  judged: generation.optional().meta({ description: 'How the judged reply was; without its sources and reasoning.' }),
  usage: usage.optional(),
  cost: cost.optional(),
  cuts: z
    .array(
      z.object({
        part: z.enum(['question', 'reply', 'earlier', 'sources']).catch('question'),
        sent: z.number().int(),
        of: z.number().int(),
      }),
    )
    .optional()
    .meta({ description: 'What the judge was not sent: characters of question and reply, the others in pieces.' }),
  answers: z
    .number()
    .int()
    .optional()
    .meta({ description: 'Of how many of its answers the scores are the medians; absent: one.' }),
};

/** A judge's reason for each score. */
export const assessmentReasons = z
  .object({ bias: z.string(), toxicity: z.string(), hallucination: z.string(), adherence: z.string() })
  .meta({ id: 'AssessmentReasons' });

export const verdict = z
  .object({
    ...assessed,
    status: z.literal('completed').default('completed'),
    overallScore: score,
    biasScore: score,
    toxicityScore: score.meta({ description: 'Shown as Safety; higher is better, as in all five.' }),
    hallucinationScore: score.meta({ description: 'Shown as Accuracy; higher is better.' }),
    adherenceScore: score,
    flagged: z.boolean(),
    analysis: z.string(),
    reasons: assessmentReasons.optional(),
  })
  .meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof verdict>;

/** A verdict by a rubric that was made in the app: its scores say themselves what their criteria are called. */
export const rubricVerdict = z
  .object({
    ...assessed,
    status: z.literal('judged'),
    overallScore: score,
    flagged: z.boolean(),
    analysis: z.string(),
    rubric: z.object({ name: z.string(), version: z.number().int() }),
    criteria: z.array(
      z.object({
        name: z.string(),
        score,
        reason: z.string(),
        weight: z.number().int(),
        flagBelow: z.number().int().optional(),
      }),
    ),
  })
  .meta({ id: 'RubricVerdict' });
export type RubricVerdict = z.infer<typeof rubricVerdict>;

/** A judge that gave no verdict: a reason, and no score at all. */
export const noVerdict = z
  .object({ ...assessed, status: z.literal('failed'), error: z.string(), errorCode: z.string().optional() })
  .meta({ id: 'NoVerdict' });
export type NoVerdict = z.infer<typeof noVerdict>;

/** For programs of the version before: five scores, or none. */
export const fiveScores = z.union([noVerdict, verdict]).meta({ id: 'QualityAssessment' });

/** By whatever rubric. */
export const qualityAssessment = z.union([noVerdict, rubricVerdict, verdict]).meta({ id: 'AssessmentByAnyRubric' });
export type QualityAssessment = z.infer<typeof qualityAssessment>;

/** How far the judging of a broadcast is. */
export const judging = z
  .object({
    broadcastId: id,
    state: z.enum(['none', 'waiting', 'judging', 'done', 'skipped']),
    reason: z.string().optional().meta({ description: 'Why it was not judged.' }),
    total: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int().optional().meta({ description: 'Of those that failed; absent: none was cancelled.' }),
    gaps: z.array(z.object({ aiService: aiServiceName, reason: z.string() })),
    rubricVersion: z.string().optional().meta({ description: 'What it is judged by, as the assessments name it.' }),
  })
  .meta({ id: 'Judging' });
export type Judging = z.infer<typeof judging>;

export const listQualityAssessments = route({
  method: 'GET',
  path: '/api/quality-assessments/conversation/{id}',
  summary: "What the other services say about a conversation's replies; a judge without a verdict is listed as failed.",
  access: 'signed-in',
  answer: z.array(fiveScores),
});

export const listAllAssessments = route({
  method: 'GET',
  path: '/api/quality-assessments/conversation/{id}/all',
  summary:
    'The same with what was judged by rubrics made in the app; of each message only what its present rubric says.',
  access: 'signed-in',
  answer: z.array(qualityAssessment),
});

export const getJudging = route({
  method: 'GET',
  path: '/api/quality-assessments/broadcast/{id}',
  summary: 'How far the judging of a broadcast is, and why it is not further.',
  access: 'signed-in',
  answer: judging,
});

export const runQualityAssessment = route({
  method: 'POST',
  path: '/api/quality-assessments/run',
  summary: 'Asks for a cross-validation of the replies to a broadcast, or for what of it has no verdict yet.',
  access: 'approved',
  body: z
    .object({
      broadcastId: id,
      rubricId: rubricChoice
        .optional()
        .meta({ description: 'The rubric to judge by; absent: the one it is judged by, else the default.' }),
    })
    .meta({ id: 'RunQualityAssessment' }),
  answer: judging,
  status: 202,
});

export const cancelQualityAssessment = route({
  method: 'POST',
  path: '/api/quality-assessments/broadcast/{id}/cancel',
  summary:
    'Ends the judging of a broadcast and the calls to judges that are under way; what was judged stays. What has no verdict can be asked for again.',
  access: 'signed-in',
  answer: judging,
});

/** What judging replies that are there would cost. */
export const judgingEstimate = z
  .object({
    calls: z.number().int().meta({ description: 'Without what is asked once more as an answer could not be read.' }),
    judges: z
      .array(
        z.object({
          aiService: aiServiceLabel,
          calls: z.number().int(),
          price: z.enum(['known', 'free', 'unknown']).catch('unknown').meta({ description: 'A demo is free.' }),
          cost: costRange.nullable().meta({ description: 'Of all these calls; null unless the price is known.' }),
        }),
      )
      .meta({ description: 'Who would be asked; nobody where each verdict is there already.' }),
    cost: costRange.nullable().meta({ description: 'All known prices together; null where none is.' }),
    responseTime: z.number().nullable().meta({
      description: 'How long the whole may take, in milliseconds; null while nobody knows.',
    }),
    leftOut: z
      .array(z.object({ broadcastId: id, reason: z.string() }))
      .meta({ description: 'Rounds that would not be judged, each with a sentence.' }),
  })
  .meta({ id: 'JudgingEstimate' });
export type JudgingEstimate = z.infer<typeof judgingEstimate>;

const roundsSentence = `The judging of 1 to ${limits.judgedRounds} rounds is estimated at a time.`;

export const estimateJudging = route({
  method: 'POST',
  path: '/api/quality-assessments/estimate',
  summary: 'What judging the replies to some broadcasts would cost, before it is asked for. Nothing is spent.',
  access: 'approved',
  body: z
    .object({
      broadcastIds: z.array(id).min(1, roundsSentence).max(limits.judgedRounds, roundsSentence),
      rubricId: rubricChoice
        .optional()
        .meta({ description: 'The rubric to judge by; absent: the one each is judged by, else the default.' }),
    })
    .meta({ id: 'EstimateJudging' }),
  answer: judgingEstimate,
});
