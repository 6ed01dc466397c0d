import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { attachment } from './files.js';
import { limits } from './limits.js';
import { cost, usage } from './messages.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

export const replyStatus = z.enum(['pending', 'streaming', 'completed', 'failed', 'interrupted', 'cancelled']);
export type ReplyStatus = z.infer<typeof replyStatus>;

export const message = z
  .object({
    id,
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    timestamp: time,
    status: replyStatus,
    broadcastId: id.optional(),
    attachment: attachment.optional().meta({ description: 'On the message of a user that came with a file.' }),
    pinned: z.boolean().optional().meta({ description: 'True on the reply pinned as the best of its broadcast.' }),
    responseTime: z.number().optional(),
    firstTokenTime: z.number().optional(),
    tokens: z.number().int().optional(),
    usage: usage.optional(),
    cost: cost.optional(),
    stopReason: z.string().optional(),
    error: z.string().optional().meta({ description: 'A sentence; never part of the content.' }),
    errorCode: z.string().optional(),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof message>;

export const conversation = z
  .object({
    id,
    aiService: aiServiceLabel,
    title: z.string(),
    messages: z.array(message),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversation>;

const flag = z.enum(['true', 'false']).transform((word) => word === 'true');

export const listConversations = route({
  method: 'GET',
  path: '/api/conversations',
  summary: 'The conversations now on the dashboard, or with includeAll all of them.',
  access: 'signed-in',
  query: z.object({
    includeAll: flag.optional(),
    limit: z.coerce
      .number()
      .int()
      .min(1, 'limit starts at 1.')
      .max(limits.conversationsPage, `limit is at most ${limits.conversationsPage}.`)
      .optional(),
  }),
  answer: z.array(conversation),
});
