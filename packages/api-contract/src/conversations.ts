import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { cost, usage } from './costs.js';
import { attachment } from './files.js';
import { generation } from './generations.js';
import { limits } from './limits.js';
import { media } from './media.js';
import { route } from './route.js';
import { aiServiceName, id, inputTime, time } from './scalars.js';
import { summary } from './summaries.js';

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
    moreAttachments: z.array(attachment).optional().meta({ description: 'Its other files, after the first.' }),
    media: z.array(media).optional().meta({ description: 'What a service made that is no text.' }),
    author: aiServiceLabel
      .optional()
      .meta({ description: "Who wrote a reply, where it is not the conversation's service as it is called today." }),
    pinned: z.boolean().optional().meta({ description: 'True on the reply pinned as the best of its broadcast.' }),
    waiting: z
      .boolean()
      .optional()
      .meta({ description: 'True on a pending reply that is sent when the one before it has ended.' }),
    responseTime: z.number().optional(),
    firstTokenTime: z.number().optional(),
    tokens: z.number().int().optional(),
    usage: usage.optional(),
    cost: cost.optional(),
    stopReason: z.string().optional(),
    generation: generation.optional(),
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

/** A conversation as a list finds it. */
export const foundConversation = conversation
  .extend({
    messageCount: z.number().int().optional().meta({ description: 'Also when the messages are left out.' }),
    preview: z.string().optional().meta({ description: 'The last thing said, cut to a line.' }),
    snippet: z
      .object({
        messageId: id.optional().meta({ description: 'Absent where the title was found.' }),
        text: z.string(),
        marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
      })
      .optional()
      .meta({ description: 'Where a search hit: plain text, and the ranges of it to highlight.' }),
    comparisonId: id.optional().meta({ description: 'The comparison it is part of.' }),
    summaries: z.array(summary).optional().meta({ description: 'Of replies in it, where a comparison was named.' }),
  })
  .meta({ id: 'FoundConversation' });
export type FoundConversation = z.infer<typeof foundConversation>;

export const flag = z.enum(['true', 'false']).transform((word) => word === 'true');

export const conversationSort = z.enum(['updatedAt', 'createdAt', 'aiService', 'lastMessage', 'messageCount']);
export type ConversationSort = z.infer<typeof conversationSort>;

/** What is kept of a list; the same for exports. */
export const conversationFilter = z.object({
  includeAll: flag.optional(),
  q: z.string().max(limits.searchLength, `Search for at most ${limits.searchLength} characters.`).optional().meta({
    description: 'Full text over titles and messages, accents aside: all words, the last one also as a beginning.',
  }),
  service: aiServiceName.optional(),
  since: inputTime('since must be an ISO 8601 time.').optional(),
  comparison: id.optional().meta({ description: 'Only those of this comparison, wherever they are.' }),
});

export const listConversations = route({
  method: 'GET',
  path: '/api/conversations',
  summary:
    'The conversations now on the dashboard, or with includeAll all of them. Link (rel="next") leads to the next page, X-Total-Count counts all, X-Total-At-Least says how many at least where counting would take long.',
  access: 'signed-in',
  query: conversationFilter.extend({
    limit: z.coerce
      .number()
      .int()
      .min(1, 'limit starts at 1.')
      .max(limits.conversationsPage, `limit is at most ${limits.conversationsPage}.`)
      .optional(),
    cursor: z.string().max(1_000, 'This is no cursor of ours.').optional(),
    sort: conversationSort.optional(),
    order: z.enum(['asc', 'desc']).optional(),
    messages: z.enum(['full', 'last', 'none']).optional(),
  }),
  answer: z.array(foundConversation),
});

export const conversationView = conversation
  .extend({
    siblings: z.array(
      z.object({ broadcastId: id, conversationId: id, aiService: aiServiceLabel, message }).meta({ id: 'Sibling' }),
    ),
    summaries: z.array(summary).default([]).meta({ description: 'Of replies in it, oldest first.' }),
  })
  .meta({ id: 'ConversationView' });
export type ConversationView = z.infer<typeof conversationView>;

export const getConversation = route({
  method: 'GET',
  path: '/api/conversations/{id}',
  summary: 'One conversation, with what other services replied to the same messages.',
  access: 'signed-in',
  answer: conversationView,
});

export const clearDashboard = route({
  method: 'GET',
  path: '/api/clear',
  summary: 'Takes everything off the dashboard; history keeps it.',
  access: 'signed-in',
  keyScope: 'none',
  answer: z.object({ cleared: z.number().int() }),
});

export const clearFiltered = route({
  method: 'POST',
  path: '/api/clear-filtered',
  summary: 'Takes the conversations of some services off the dashboard; history keeps them.',
  access: 'signed-in',
  body: z
    .object({
      aiServices: z
        .array(aiServiceName)
        .min(1, 'Please select at least one AI service')
        .max(500, 'At most 500 AI services can be named.'),
    })
    .meta({ id: 'ClearFiltered' }),
  answer: z.object({ cleared: z.number().int() }),
  serverOwned: ['userId', 'cleared'],
});

export const deleteAllConversations = route({
  method: 'DELETE',
  path: '/api/conversations/all',
  summary: 'Deletes all of the user’s conversations for good.',
  access: 'signed-in',
  answer: z.object({ deleted: z.number().int() }),
});

export const deleteConversation = route({
  method: 'DELETE',
  path: '/api/conversations/{id}',
  summary: 'Deletes one conversation for good.',
  access: 'signed-in',
  status: 204,
});
