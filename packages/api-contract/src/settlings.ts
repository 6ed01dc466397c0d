import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { estimate } from './estimates.js';
import { generation } from './generations.js';
import { cost } from './costs.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

/** What a service makes of a claim that came back to it; `unsure`: it takes no side any more. */
export const settleView = z.enum(['kept', 'changed', 'unsure']);
export type SettleView = z.infer<typeof settleView>;

const status = z.enum(['pending', 'completed', 'failed', 'interrupted', 'cancelled']);
const claimNumber = z.number().int().meta({ description: 'Within the map, from 1.' });
const figure = z.number().nullable().meta({ description: '0 to 100; null below two sides.' });

/** What one service answered when the claims it disputes came back to it. */
export const settleAnswer = z
  .object({
    messageId: id.meta({ description: 'The reply that takes a side.' }),
    aiService: aiServiceLabel,
    status,
    views: z
      .array(z.object({ claim: claimNumber, view: settleView, reason: z.string() }))
      .meta({ description: 'Of each claim it said something of, with the reason it gave.' }),
    error: z.string().optional().meta({ description: 'A sentence.' }),
    errorCode: z.string().optional(),
    responseTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    cost: cost.optional(),
    generation: generation.optional().meta({ description: 'With the sources it drew on.' }),
  })
  .meta({ id: 'SettleAnswer' });
export type SettleAnswer = z.infer<typeof settleAnswer>;

export const settleRound = z
  .object({
    id,
    number: z.number().int().meta({ description: '1 or 2.' }),
    status,
    claims: z.array(claimNumber),
    answers: z.array(settleAnswer).meta({ description: 'In the order of the map.' }),
    error: z.string().optional().meta({ description: 'A sentence.' }),
    errorCode: z.string().optional(),
    responseTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    cost: cost.optional().meta({ description: 'Of all answers; absent when that of one is not known.' }),
    timestamp: time,
  })
  .meta({ id: 'SettleRound' });
export type SettleRound = z.infer<typeof settleRound>;

/** What came of the rounds in which disputed claims of a map went back to the services that disagree. */
export const settling = z
  .object({
    mapId: id,
    roundsLeft: z.number().int().meta({ description: 'A round in which no service answered takes none of the two.' }),
    rounds: z.array(settleRound).meta({ description: 'Oldest first.' }),
    claims: z
      .array(z.object({ claim: claimNumber, before: figure, after: figure }))
      .meta({ description: 'Those that some service answered about: the figure of the map, and as it is now.' }),
    open: z
      .array(z.object({ claim: claimNumber, aiServices: z.array(z.string()) }))
      .meta({ description: 'What is still in dispute, and who takes a side.' }),
  })
  .meta({ id: 'Settling' });
export type Settling = z.infer<typeof settling>;

const claims = z
  .array(z.number('A claim is named by its number.').int('A claim is named by its number.').min(1).max(9_999))
  .max(100, 'At most 100 claims can go back at once.')
  .refine((numbers) => new Set(numbers).size === numbers.length, 'Each claim can be named only once.')
  .optional()
  .meta({ description: 'By their numbers; without it, all that are in dispute.' });

export const createSettling = route({
  method: 'POST',
  path: '/api/agreement-maps/{id}/settlings',
  summary:
    'Puts disputed claims back to the services that disagree, each with what speaks against it. Answers at once, pending; two rounds at most.',
  access: 'approved',
  keyScope: 'send',
  status: 202,
  body: z.object({ claims }).meta({ id: 'CreateSettling' }),
  answer: settling,
  idempotent: true,
  serverOwned: ['id', 'userId', 'answers', 'status'],
});

export const getSettling = route({
  method: 'GET',
  path: '/api/agreement-maps/{id}/settlings',
  summary: 'The rounds of a map so far, and what is still in dispute.',
  access: 'signed-in',
  answer: settling,
});

export const cancelSettling = route({
  method: 'POST',
  path: '/api/agreement-maps/{id}/settlings/cancel',
  summary: 'Stops the round that is under way; what was answered before stays.',
  access: 'signed-in',
  keyScope: 'send',
  answer: z.object({ cancelled: z.boolean() }),
});

export const estimateSettling = route({
  method: 'POST',
  path: '/api/agreement-maps/{id}/settlings/estimate',
  summary: 'What a round would cost and how long it would take. Nothing is spent.',
  access: 'approved',
  keyScope: 'send',
  body: z.object({ claims }).meta({ id: 'EstimateSettling' }),
  answer: estimate,
});
