import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { cost } from './costs.js';
import { estimate } from './estimates.js';
import { generation } from './generations.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { aiServiceName, id, time } from './scalars.js';

const tooFew = 'At least 2 AI responses are needed for an agreement map.';
const tooMany = `At most ${limits.targets} responses can be mapped at once.`;

/** What a reply says of a claim. A stance without a quote that is really in the reply is unproven and counts for nothing. */
export const stance = z.enum(['says', 'contradicts', 'silent', 'unproven']);
export type Stance = z.infer<typeof stance>;

export const claimMark = z.enum(['settled', 'wrong', 'important'], 'A mark is settled, wrong or important.');
export type ClaimMark = z.infer<typeof claimMark>;

/** What one reply says of one claim. */
export const agreementCell = z
  .object({
    messageId: id,
    stance,
    quote: z
      .object({
        text: z.string().meta({ description: 'The passage as it stands in the reply, without Markdown.' }),
        start: z.number().int().meta({ description: "Where it begins in the reply's plain text, in UTF-16 units." }),
        end: z.number().int(),
      })
      .optional()
      .meta({ description: 'Found in the reply by the server; absent for silent and unproven.' }),
  })
  .meta({ id: 'AgreementCell' });
export type AgreementCell = z.infer<typeof agreementCell>;

export const agreementClaim = z
  .object({
    id: z.number().int().meta({ description: 'Within the map, from 1.' }),
    text: z.string(),
    agreement: z.number().nullable().meta({
      description: 'Of the proven cells that take a side, the share of the larger one, 0 to 100; null below two.',
    }),
    cells: z.array(agreementCell).meta({ description: 'One for each reply, in the order of the replies.' }),
    mark: claimMark.optional(),
  })
  .meta({ id: 'AgreementClaim' });
export type AgreementClaim = z.infer<typeof agreementClaim>;

/** What the replies of a round agree on and where they contradict each other. */
export const agreementMap = z
  .object({
    id,
    broadcastId: id.meta({ description: 'The round it is kept with: that of the newest reply.' }),
    status: z.enum(['pending', 'completed', 'failed', 'interrupted', 'cancelled']),
    extractor: aiServiceLabel.meta({ description: 'Who found the claims, as it was called at that time.' }),
    replies: z.array(z.object({ messageId: id, aiService: aiServiceLabel })),
    claims: z.array(agreementClaim).meta({ description: 'The most disputed first.' }),
    agreement: z.number().nullable().meta({ description: 'The mean of the claims that have one, 0 to 100.' }),
    error: z.string().optional().meta({ description: 'A sentence.' }),
    errorCode: z.string().optional(),
    responseTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    cost: cost.optional(),
    generation: generation.optional(),
    timestamp: time,
  })
  .meta({ id: 'AgreementMap' });
export type AgreementMap = z.infer<typeof agreementMap>;

const mapped = {
  messageIds: z
    .array(id)
    .min(2, tooFew)
    .max(limits.targets, tooMany)
    .refine((ids) => new Set(ids).size === ids.length, 'Each response can be named only once.'),
  extractorAI: aiServiceName.nullish().meta({ description: 'Who extracts; without it, the default extractor.' }),
};

export const getDefaultExtractor = route({
  method: 'GET',
  path: '/api/default-extractor',
  summary: 'Who finds the claims of agreement maps and watched runs when nobody is named.',
  access: 'signed-in',
  answer: z
    .object({
      aiService: aiServiceLabel.nullable().meta({
        description: "The administrators' choice; null: a connected text service that has not answered itself.",
      }),
      note: z.string().optional().meta({ description: 'A sentence when their choice is not available now.' }),
    })
    .meta({ id: 'DefaultExtractor' }),
});

export const createAgreementMap = route({
  method: 'POST',
  path: '/api/agreement-maps',
  summary:
    'Has one service find what several stored replies claim; the quotes are proven here. Answers at once, pending.',
  access: 'approved',
  keyScope: 'send',
  status: 202,
  body: z.object(mapped).meta({ id: 'CreateAgreementMap' }),
  answer: agreementMap,
  idempotent: true,
  serverOwned: ['id', 'userId', 'claims', 'status'],
});

export const estimateAgreementMap = route({
  method: 'POST',
  path: '/api/agreement-maps/estimate',
  summary:
    'What a map would cost and how long it would take: its one call, as mostly there is no other. Nothing is spent.',
  access: 'approved',
  keyScope: 'send',
  body: z.object(mapped).meta({ id: 'EstimateAgreementMap' }),
  answer: estimate,
});

export const getAgreementMap = route({
  method: 'GET',
  path: '/api/agreement-maps/{id}',
  summary: 'An agreement map; the claims of one that is pending are empty.',
  access: 'signed-in',
  answer: agreementMap,
});

export const listAgreementMaps = route({
  method: 'GET',
  path: '/api/broadcasts/{id}/agreement-maps',
  summary: 'The agreement maps kept with a round, oldest first.',
  access: 'signed-in',
  answer: z.array(agreementMap),
});

export const cancelAgreementMap = route({
  method: 'POST',
  path: '/api/agreement-maps/{id}/cancel',
  summary: 'Stops one that is being made.',
  access: 'signed-in',
  keyScope: 'send',
  answer: z.object({ cancelled: z.boolean() }),
});

export const deleteAgreementMap = route({
  method: 'DELETE',
  path: '/api/agreement-maps/{id}',
  summary: 'Deletes an agreement map; one that is being made is stopped first.',
  access: 'signed-in',
  status: 204,
});

export const markClaim = route({
  method: 'PUT',
  path: '/api/agreement-maps/{id}/claims/{claim}/mark',
  summary: "Sets or removes the user's mark of a claim.",
  access: 'signed-in',
  keyScope: 'send',
  body: z.object({ mark: claimMark.nullable() }).meta({ id: 'MarkClaim' }),
  answer: agreementMap,
});
