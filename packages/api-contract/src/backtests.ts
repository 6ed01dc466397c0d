import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { answerSettings } from './answer-presets.js';
import { backtestLimits, backtestSample, backtestSampleInput } from './backtest-samples.js';
import { costRange } from './cost-range.js';
import { route } from './route.js';
import { aiServiceName, id, time } from './scalars.js';

const at = backtestLimits;

export const backtestCandidate = z
  .object({
    aiService: aiServiceName.meta({ description: 'A service of the catalog; for a variant its settings beside it.' }),
    settings: answerSettings.default({}),
  })
  .meta({ id: 'BacktestCandidate' });
export type BacktestCandidate = z.infer<typeof backtestCandidate>;

const usdSentence = `A budget is from ${at.budgetUsd.min} to ${at.budgetUsd.max.toLocaleString('en-US')} dollars.`;
const callsSentence = `A budget is from ${at.budgetCalls.min} to ${at.budgetCalls.max} calls.`;

/** Beyond it nothing is called: the backtest pauses. A call counts as what it cost, or as the most it is expected to. */
export const backtestBudget = z
  .object({
    usd: z.number(usdSentence).min(at.budgetUsd.min, usdSentence).max(at.budgetUsd.max, usdSentence).nullable().meta({
      description: 'In US dollars; null for no such bound. Calls of an unknown price count as nothing.',
    }),
    calls: z
      .number(callsSentence)
      .int(callsSentence)
      .min(at.budgetCalls.min, callsSentence)
      .max(at.budgetCalls.max, callsSentence),
  })
  .meta({ id: 'BacktestBudget' });
export type BacktestBudget = z.infer<typeof backtestBudget>;

const wanted = z.object({
  candidate: backtestCandidate,
  sample: backtestSampleInput,
  judge: aiServiceName.optional().meta({
    description: 'Who compares rather; where it wrote one of the two replies, another service does if there is one.',
  }),
});

/** Why rounds of the sample are left out. */
export const backtestGap = z
  .enum(['blind', 'media', 'no_reply', 'no_judge', 'gone', 'imported', 'other'])
  .catch('other');
export type BacktestGap = z.infer<typeof backtestGap>;

const leftOut = z.array(z.object({ reason: backtestGap, rounds: z.number().int() })).meta({
  description:
    'Rounds that count to the sample and are not compared: blind and not revealed yet, with pictures or other media, without a complete reply of text, or without a service that could judge; of a frozen set also those that were deleted since, and cases that were imported and have no reply to compare with.',
});

const callEstimate = {
  calls: z.number().int(),
  price: z.enum(['known', 'free', 'unknown']).catch('unknown').meta({ description: 'A demo is free.' }),
  cost: costRange.nullable().meta({ description: 'Of all these calls; null unless the price is known.' }),
};

export const backtestEstimate = z
  .object({
    rounds: z.number().int().meta({ description: 'Those that would be compared.' }),
    leftOut,
    candidate: z.object({ aiService: aiServiceLabel, ...callEstimate }),
    judges: z
      .array(z.object({ aiService: aiServiceLabel, ...callEstimate }))
      .meta({ description: 'Two calls a round.' }),
    calls: z.number().int().meta({ description: 'Of the candidate and the judges together.' }),
    cost: costRange.nullable().meta({ description: 'All known prices together; null where none is.' }),
    responseTime: z.number().nullable().meta({
      description: 'How long the whole may take, in milliseconds; null while nobody knows.',
    }),
  })
  .meta({ id: 'BacktestEstimate' });
export type BacktestEstimate = z.infer<typeof backtestEstimate>;

const share = z
  .object({ share: z.number(), low: z.number(), high: z.number() })
  .nullable()
  .meta({ description: 'From 0 to 1, with its interval of 95 % by Wilson; null without a verdict.' });

const figures = {
  verdicts: z.number().int().meta({ description: 'Wins, ties and losses together.' }),
  wins: z.number().int().meta({ description: 'The candidate was better in both orders.' }),
  ties: z.number().int(),
  losses: z.number().int().meta({ description: 'The baseline was better in both orders.' }),
  inconsistent: z
    .number()
    .int()
    .meta({ description: 'Ties in which the judge contradicted itself in the other order.' }),
  failed: z.number().int().meta({ description: 'Cases that ended without a verdict.' }),
  win: share,
  tie: share,
  loss: share,
  score: share.meta({ description: 'Ties count half: above 0.5 the candidate is better. Null without a verdict.' }),
};

const saving = z
  .object({
    answers: z.number().int().meta({ description: 'Of how many both figures are known.' }),
    baseline: z.number().meta({ description: 'Mean of one answer.' }),
    candidate: z.number().meta({ description: 'Mean of one answer.' }),
    saved: z.number().meta({ description: 'By the candidate for one answer; below 0 it is lost.' }),
  })
  .nullable();

const judgeOrders = z.object({
  judge: aiServiceLabel,
  pairs: z.number().int().meta({ description: 'That it compared in both orders.' }),
  first: z.number().int().meta({ description: 'Pairs of which it named whichever reply stood first, both times.' }),
  last: z.number().int().meta({ description: 'Pairs of which it named whichever reply stood last, both times.' }),
  wavering: z.number().int().meta({ description: 'It named one in one order, and neither in the other.' }),
  follows: share.meta({ description: 'First and last as a share of pairs, with its interval of 95 % by Wilson.' }),
});
export type JudgeOrders = z.infer<typeof judgeOrders>;

/** What people say of the same pairs, without knowing who wrote what. */
const comparedByPeople = z.object({
  open: z.boolean().meta({
    description:
      'Names and cases are hidden until all pairs are compared, or the user ends it; figures of this part are 0 until then.',
  }),
  pairs: z.number().int().meta({ description: 'That can be compared so far.' }),
  compared: z.number().int(),
  wins: z.number().int(),
  ties: z.number().int(),
  losses: z.number().int(),
  bothBad: z.number().int().meta({ description: 'No part of the shares.' }),
  win: share,
  tie: share,
  loss: share,
  score: share,
  agreements: z
    .array(
      z.object({
        judge: aiServiceLabel,
        pairs: z.number().int(),
        same: z.number().int().meta({ description: 'Pairs on which both say the same.' }),
        kappa: z.number().nullable(),
        interval: z.object({ low: z.number(), high: z.number() }).nullable(),
      }),
    )
    .meta({
      description:
        "Of each judge Cohen's kappa with people on the same pairs: 1 always, 0 as by chance; null for fewer than ten.",
    }),
});

export const backtestStatus = z.enum(['running', 'paused', 'completed', 'cancelled']);
export type BacktestStatus = z.infer<typeof backtestStatus>;

/** What a backtest waits for. */
export const backtestPause = z
  .enum(['user', 'budget', 'daily_limit', 'allowance', 'not_approved', 'failures', 'other'])
  .catch('other');
export type BacktestPause = z.infer<typeof backtestPause>;

/** One backtest and what it has found so far. */
export const backtest = z
  .object({
    id,
    name: z.string().nullable(),
    candidate: z.object({ aiService: aiServiceLabel, settings: answerSettings }),
    sample: backtestSample,
    judge: aiServiceLabel.nullable().meta({ description: 'Who was chosen to compare; null: nobody was.' }),
    budget: backtestBudget,
    status: backtestStatus,
    pause: z
      .object({ reason: backtestPause, sentence: z.string() })
      .nullable()
      .meta({ description: 'Only where it is paused: why, as a sentence too.' }),
    cases: z.number().int(),
    ended: z.number().int().meta({ description: 'Cases with a verdict, and those that will have none.' }),
    leftOut,
    spent: z.object({
      calls: z.number().int().meta({ description: 'Begun, also those that failed.' }),
      usd: z.number().meta({ description: 'What is known of their costs, in US dollars.' }),
      unknown: z.number().int().meta({ description: 'Calls of which no cost is known.' }),
      free: z.number().int().meta({ description: 'Calls to services without a price, such as the demo services.' }),
    }),
    result: z
      .object({
        ...figures,
        byTag: z.array(z.object({ tag: z.string(), ...figures })).meta({
          description:
            'A round with several tags counts in each. By name; tags without a case that ended are left out.',
        }),
        cost: saving.meta({ description: 'In US dollars; null where no pair of costs is known.' }),
        responseTime: saving.meta({ description: 'In milliseconds; null where no pair of times is known.' }),
        judges: z.array(aiServiceLabel).meta({ description: 'Who compared.' }),
        orders: z.array(judgeOrders).default([]).meta({
          description: 'Of each judge that compared a pair in both orders, whether it goes by the order.',
        }),
      })
      .meta({ description: 'Of the cases that ended so far.' }),
    people: comparedByPeople.nullable().meta({
      description: 'What people say, never mixed with what judges say; null where only judges compare.',
    }),
    createdAt: time,
    endedAt: time.nullable(),
  })
  .meta({ id: 'Backtest' });
export type Backtest = z.infer<typeof backtest>;

export const backtestOutcome = z.enum(['win', 'tie', 'loss', 'failed', 'pending'], 'This is no outcome of a case.');
export type BacktestOutcome = z.infer<typeof backtestOutcome>;

/** One of the two comparisons of a case. */
const comparison = z.object({
  first: z.enum(['candidate', 'baseline']).meta({ description: 'Whose reply the judge read first.' }),
  better: z.enum(['candidate', 'baseline', 'tie']).nullable().meta({ description: 'Null: there is none, see error.' }),
  margin: z.number().int().min(0).max(3).nullable().meta({ description: '0 for a tie, 1 slightly, 2 clearly, 3 far.' }),
  reason: z.string().nullable().meta({ description: 'As the judge wrote it, with the authors put back in.' }),
  error: z.string().nullable().meta({ description: 'A sentence.' }),
});

const side = {
  responseTime: z.number().nullable().meta({ description: 'Milliseconds.' }),
  cost: z.number().nullable().meta({ description: 'In US dollars; null is unknown.' }),
};

/** One round of the sample. */
export const backtestCase = z
  .object({
    number: z
      .number()
      .int()
      .meta({ description: 'From 1, newest round first; of a frozen set in the order of its cases.' }),
    outcome: backtestOutcome,
    inconsistent: z.boolean().meta({ description: 'A tie, because the judge contradicted itself.' }),
    margin: z.number().int().meta({ description: 'Of both orders together, 0 to 6: how clear a win or a loss is.' }),
    question: z
      .string()
      .nullable()
      .meta({
        description: `Its beginning, at most ${at.question} characters; null where the round was deleted.`,
      }),
    tags: z.array(z.string()),
    broadcastId: id,
    conversationId: id,
    comparisonId: id.nullable().meta({ description: 'The comparison it is part of, if any.' }),
    messageId: id.meta({ description: 'Of the baseline; GET /api/messages/{id}/context has what both were sent.' }),
    baseline: z.object({ aiService: aiServiceLabel, pinned: z.boolean(), ...side }),
    candidate: z.object(side),
    judge: aiServiceLabel,
    comparisons: z.array(comparison).max(2).meta({ description: 'Those that ended so far.' }),
    error: z.string().nullable().meta({ description: 'Why there is no verdict, as a sentence.' }),
  })
  .meta({ id: 'BacktestCase' });
export type BacktestCase = z.infer<typeof backtestCase>;

/** One case with its texts. */
export const backtestCaseTexts = backtestCase
  .extend({
    texts: z.object({
      question: z.string().nullable().meta({ description: 'The whole; null where the round was deleted.' }),
      baseline: z.string().nullable(),
      candidate: z.string().nullable().meta({ description: 'Null where there is none, or the round was deleted.' }),
    }),
  })
  .meta({ id: 'BacktestCaseTexts' });
export type BacktestCaseTexts = z.infer<typeof backtestCaseTexts>;

const serverOwned = ['id', 'userId', 'status', 'cases', 'result', 'spent', 'createdAt', 'endedAt'];

export const estimateBacktest = route({
  method: 'POST',
  path: '/api/backtests/estimate',
  summary: 'Which rounds a backtest would compare and what it would cost. Nothing is spent.',
  access: 'approved',
  body: wanted.meta({ id: 'EstimateBacktest' }),
  answer: backtestEstimate,
});

export const createBacktest = route({
  method: 'POST',
  path: '/api/backtests',
  summary:
    'Begins a backtest, which goes on in the background. Refused for a sample without a round that can be compared.',
  access: 'approved',
  status: 202,
  body: wanted
    .extend({
      name: z.string().trim().max(at.name, `A name can have at most ${at.name} characters.`).optional(),
      budget: backtestBudget,
      peopleCompare: z.boolean().default(false).meta({
        description: 'The user compares the replies blind as well; until that has ended, cases are hidden.',
      }),
    })
    .meta({ id: 'CreateBacktest' }),
  answer: backtest,
  idempotent: true,
  serverOwned,
});

export const listBacktests = route({
  method: 'GET',
  path: '/api/backtests',
  summary: `The backtests of the caller, newest first; at most ${at.count}.`,
  access: 'signed-in',
  answer: z.array(backtest),
});

export const getBacktest = route({
  method: 'GET',
  path: '/api/backtests/{id}',
  summary: 'One backtest: its progress and what it has found so far.',
  access: 'signed-in',
  answer: backtest,
});

export const pauseBacktest = route({
  method: 'POST',
  path: '/api/backtests/{id}/pause',
  summary: 'Begins no further call; those under way come to their end. Without effect on one that has ended.',
  access: 'signed-in',
  answer: backtest,
});

export const resumeBacktest = route({
  method: 'POST',
  path: '/api/backtests/{id}/resume',
  summary: 'Goes on with a paused backtest, also with another budget. Without effect on one that has ended.',
  access: 'approved',
  body: z.object({ budget: backtestBudget.optional() }).meta({ id: 'ResumeBacktest' }),
  answer: backtest,
  serverOwned,
});

export const cancelBacktest = route({
  method: 'POST',
  path: '/api/backtests/{id}/cancel',
  summary: 'Ends a backtest and the calls that are under way; what was found stays.',
  access: 'signed-in',
  answer: backtest,
});

export const deleteBacktest = route({
  method: 'DELETE',
  path: '/api/backtests/{id}',
  summary: 'Cancels a backtest and deletes it with the replies of its candidate.',
  access: 'signed-in',
  status: 204,
});

export const listBacktestCases = route({
  method: 'GET',
  path: '/api/backtests/{id}/cases',
  summary: 'The cases of a backtest by number, a page at a time.',
  access: 'signed-in',
  query: z.object({
    outcome: backtestOutcome.optional(),
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(at.rounds)
      .default(0)
      .meta({ description: 'The next of the page before.' }),
    limit: z.coerce
      .number()
      .int()
      .min(1, 'limit starts at 1.')
      .max(at.page, `limit is at most ${at.page}.`)
      .default(20),
  }),
  answer: z
    .object({
      cases: z.array(backtestCase),
      next: z.number().int().nullable().meta({ description: 'What after is for the next page; null: there is none.' }),
    })
    .meta({ id: 'BacktestCases' }),
});

export const listWorstBacktestCases = route({
  method: 'GET',
  path: '/api/backtests/{id}/worst',
  summary: `The losses with the greatest margin, worst first; at most ${at.worst}.`,
  access: 'signed-in',
  answer: z.array(backtestCase),
});

export const getBacktestCase = route({
  method: 'GET',
  path: '/api/backtests/{id}/cases/{number}',
  summary: 'One case with the question and both replies.',
  access: 'signed-in',
  answer: backtestCaseTexts,
});
