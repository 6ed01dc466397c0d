import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { route } from './route.js';
import { inputDay } from './scalars.js';

/** A day of UTC. */
export const usageDay = z.iso.date('Write a day such as 2026-03-31.');

export const usageGroups = ['user', 'service', 'day', 'key'] as const;

/** Money is in dollars; unknown costs are counted apart and is in no sum. */
export const usageSums = z
  .object({
    calls: z.number().int(),
    failures: z.number().int(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    cachedTokens: z.number().int().default(0).meta({ description: "Of the input: read from providers' caches." }),
    reasoningTokens: z.number().int().default(0).meta({ description: 'Of the output: spent on reasoning.' }),
    uncountedCalls: z.number().int().meta({ description: 'Calls whose provider did not count tokens.' }),
    cost: z.object({
      amount: z.number(),
      reported: z.number().meta({ description: 'What providers said.' }),
      estimated: z.number().meta({ description: 'What the price list makes of the tokens.' }),
      currency: z.string(),
    }),
    unpricedCalls: z.number().int().meta({ description: 'Calls whose cost nobody knows.' }),
  })
  .meta({ id: 'UsageSums' });
export type UsageSums = z.infer<typeof usageSums>;

export const usageRow = z
  .object({
    day: usageDay.optional(),
    user: z
      .object({ id: z.string(), name: z.string(), email: z.string() })
      .nullable()
      .optional()
      .meta({ description: 'Null for people who were erased.' }),
    aiService: aiServiceLabel.optional(),
    apiKey: z
      .object({ id: z.string(), name: z.string().nullable(), prefix: z.string().nullable() })
      .optional()
      .meta({ description: 'Of rows per API key, beside its user; without a name once it was revoked.' }),
    sums: usageSums,
  })
  .meta({ id: 'UsageRow' });
export type UsageRow = z.infer<typeof usageRow>;

export const usageAnswer = z
  .object({
    from: usageDay,
    to: usageDay,
    group: z.enum(usageGroups),
    rows: z.array(usageRow).meta({ description: 'Days in order, all else by cost; at most as many as asked for.' }),
    found: z.number().int().meta({ description: 'How many rows there are.' }),
    total: usageSums,
  })
  .meta({ id: 'UsageAnswer' });
export type Usage = z.infer<typeof usageAnswer>;

const range = {
  from: inputDay.optional().meta({ description: 'First day of UTC; 29 days before the last unless told.' }),
  to: inputDay.optional().meta({ description: 'Last day of UTC; today unless told.' }),
};

export const getUsage = route({
  method: 'GET',
  path: '/api/admin/usage',
  summary: 'Calls, tokens and cost of a range of days, at most 366, per user, service, day or API key.',
  access: 'admin',
  query: z.object({
    ...range,
    group: z.enum(usageGroups, `Group by ${usageGroups.join(', ')}.`).default('service'),
    limit: z.coerce.number().int().min(1).max(500).optional(),
  }),
  answer: usageAnswer,
});

export const exportUsage = route({
  method: 'GET',
  path: '/api/admin/usage/export',
  summary: 'Each day, user and service as a line of a CSV file.',
  access: 'admin',
  query: z.object(range),
});

export const estimateAccuracy = z
  .object({
    aiService: aiServiceLabel,
    calls: z.number().int().meta({ description: 'The latest of these days, at most 500.' }),
    within: z.number().int().meta({ description: 'Those whose cost was within the estimate.' }),
    medianRatio: z.number().meta({ description: 'Cost divided by the middle of the estimate; 1 is as estimated.' }),
  })
  .meta({ id: 'EstimateAccuracy' });
export type EstimateAccuracy = z.infer<typeof estimateAccuracy>;

export const listEstimateAccuracy = route({
  method: 'GET',
  path: '/api/admin/usage/estimates',
  summary: 'How good the estimates of a range of days were, at most 366, per service; most calls first.',
  access: 'admin',
  query: z.object(range),
  answer: z.array(estimateAccuracy),
});

export const ownAllowance = z
  .object({
    day: usageDay,
    resetsAt: z.iso.datetime(),
    calls: z.number().int(),
    unpricedCalls: z.number().int(),
    cost: z.object({
      spent: z.number(),
      reserved: z.number().meta({ description: 'Set aside for replies under way.' }),
      budget: z.number().nullable().meta({ description: 'Null: no limit.' }),
      currency: z.string(),
    }),
    tokens: z.object({ spent: z.number().int(), reserved: z.number().int(), budget: z.number().int().nullable() }),
    exhausted: z.boolean(),
  })
  .meta({ id: 'OwnAllowance' });
export type OwnAllowance = z.infer<typeof ownAllowance>;

export const getOwnAllowance = route({
  method: 'GET',
  path: '/api/account/allowance',
  summary: 'What one has used today and may use.',
  access: 'signed-in',
  answer: ownAllowance,
});
