import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { cost, usage } from './costs.js';
import { streamError } from './errors.js';
import { generation } from './generations.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { aiServiceName, id, time } from './scalars.js';

/** The client's own choice; it selects among that user's sessions only. */
export const aiChatSessionId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'A sessionId has 1 to 100 letters, digits, dashes and underscores.');

const text = (max: number, what: string) => z.string().max(max, `${what} can have at most ${max} characters.`);

const historyLine = z.object({
  role: z.enum(['user', 'assistant'], 'A role is user or assistant.'),
  content: text(limits.messageLength, 'A line of the history'),
});
export type HistoryLine = z.infer<typeof historyLine>;

export const aiChatSendBody = z
  .object({
    message: text(limits.messageLength, 'A message').refine((typed) => typed.trim() !== '', 'Please type a message.'),
    aiService: aiServiceName,
    sessionId: aiChatSessionId.nullish().meta({ description: 'A new session is made without one.' }),
    conversationHistory: z
      .array(historyLine)
      .max(limits.aiChat.historyLines, `The history can have at most ${limits.aiChat.historyLines} lines.`)
      .optional()
      .meta({ description: 'What this service has seen: its own words as assistant, all others as user.' }),
    interjection: text(limits.messageLength, 'An interjection')
      .optional()
      .meta({ description: 'The part of the message that the person who watches put in.' }),
  })
  .meta({ id: 'AiChatSend' });

/** How a turn ended. */
export const aiChatAnswer = z
  .object({
    success: z.boolean(),
    response: z.string().optional(),
    error: z.string().optional(),
    errorCode: z.string().optional(),
    sessionId: aiChatSessionId,
    turnId: id,
    status: z.enum(['completed', 'failed', 'interrupted', 'cancelled']),
    responseTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    firstTokenTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    tokens: z.number().int().optional(),
    usage: usage.optional(),
    cost: cost.optional(),
    stopReason: z.string().optional(),
    generation: generation.optional(),
  })
  .meta({ id: 'AiChatAnswer' });
export type AiChatAnswer = z.infer<typeof aiChatAnswer>;

/** The events of a turn's stream. */
export const aiChatEvents = {
  delta: z.object({ text: z.string() }).meta({ id: 'AiChatDelta' }),
  done: aiChatAnswer,
  error: streamError,
};
/** Without `error`: it reaches a reader as a rejected call. */
export type AiChatEvent = {
  [Name in keyof typeof aiChatEvents]: { event: Name; id: string; data: z.infer<(typeof aiChatEvents)[Name]> };
}[Exclude<keyof typeof aiChatEvents, 'error'>];

export const sendAiChat = route({
  method: 'POST',
  path: '/api/ai-chat/send',
  summary: 'One turn of an AI-to-AI conversation, as JSON or streamed; a service that fails is a success: false.',
  access: 'approved',
  keyScope: 'send',
  body: aiChatSendBody,
  answer: aiChatAnswer,
  events: aiChatEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'turnId', 'response', 'status'],
});

export const aiChatSide = z.object({
  aiService: aiServiceName,
  name: text(limits.nameLength, 'A name').optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'A colour is written as #rrggbb.')
    .optional(),
  role: text(limits.aiChat.role, 'A role').optional().meta({ description: 'The part it plays: "defends".' }),
});
export type AiChatSide = z.infer<typeof aiChatSide>;

export const aiChatSetup = z
  .object({
    sides: z.array(aiChatSide).max(2, 'A conversation has two sides.'),
    turnLimit: z
      .number()
      .int('A turn limit is a whole number.')
      .min(1, 'A turn limit is at least 1.')
      .max(limits.aiChat.turns, `A turn limit is at most ${limits.aiChat.turns}.`)
      .optional(),
    costLimit: z.number().positive('A cost limit is more than 0.').max(1_000_000).optional(),
    moderator: aiServiceName.optional(),
  })
  .meta({ id: 'AiChatSetup' });
export type AiChatSetup = z.infer<typeof aiChatSetup>;

export const aiChatEndReason = z.enum(['stopped', 'turn_limit', 'cost_limit', 'loop', 'failed', 'connection', 'left']);
export type AiChatEndReason = z.infer<typeof aiChatEndReason>;

export const aiChatTurn = z
  .object({
    id,
    kind: z.enum(['reply', 'summary']),
    aiService: aiServiceLabel,
    message: z.string().meta({ description: 'What was sent.' }),
    interjection: z.string().optional(),
    content: z.string(),
    status: z.enum(['pending', 'streaming', 'completed', 'failed', 'interrupted', 'cancelled']),
    error: z.string().optional().meta({ description: 'A sentence; never part of the content.' }),
    errorCode: z.string().optional(),
    responseTime: z.number().optional(),
    firstTokenTime: z.number().optional(),
    tokens: z.number().int().optional(),
    usage: usage.optional(),
    cost: cost.optional(),
    stopReason: z.string().optional(),
    generation: generation.optional(),
    timestamp: time,
  })
  .meta({ id: 'AiChatTurn' });
export type AiChatTurn = z.infer<typeof aiChatTurn>;

export const aiChatSessionSummary = z
  .object({
    id: aiChatSessionId,
    initialMessage: z.string(),
    setup: aiChatSetup,
    messageCount: z.number().int(),
    endReason: aiChatEndReason.optional().catch(undefined),
    endNote: z.string().optional(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'AiChatSessionSummary' });
export type AiChatSessionSummary = z.infer<typeof aiChatSessionSummary>;

export const aiChatSession = aiChatSessionSummary.extend({ turns: z.array(aiChatTurn) }).meta({ id: 'AiChatSession' });
export type AiChatSession = z.infer<typeof aiChatSession>;

export const listAiChatSessions = route({
  method: 'GET',
  path: '/api/ai-chat/sessions',
  summary: 'The AI-to-AI conversations, latest first, without their turns.',
  access: 'signed-in',
  query: z.object({ limit: z.coerce.number().int().min(1, 'limit starts at 1.').max(200).optional() }),
  answer: z.array(aiChatSessionSummary),
});

export const getAiChatSession = route({
  method: 'GET',
  path: '/api/ai-chat/sessions/{id}',
  summary: 'One AI-to-AI conversation with its turns in order.',
  access: 'signed-in',
  answer: aiChatSession,
});

export const saveAiChatSession = route({
  method: 'PUT',
  path: '/api/ai-chat/sessions/{id}',
  summary: 'Keeps how an AI-to-AI conversation is set up and how it ended.',
  access: 'approved',
  body: z
    .object({
      initialMessage: text(limits.messageLength, 'A message').optional(),
      setup: aiChatSetup.optional(),
      endReason: aiChatEndReason.optional(),
      endNote: text(500, 'A note').optional(),
    })
    .meta({ id: 'SaveAiChatSession' }),
  answer: aiChatSession,
  serverOwned: ['id', 'userId', 'turns', 'messageCount', 'createdAt', 'updatedAt'],
});

export const deleteAiChatSession = route({
  method: 'DELETE',
  path: '/api/ai-chat/sessions/{id}',
  summary: 'Deletes an AI-to-AI conversation; a turn that runs is stopped.',
  access: 'signed-in',
  status: 204,
});

export const cancelAiChat = route({
  method: 'POST',
  path: '/api/ai-chat/sessions/{id}/cancel',
  summary: 'Stops the turn that is being written; what had arrived is kept and marked.',
  access: 'signed-in',
  keyScope: 'send',
  answer: z.object({ cancelled: z.number().int() }),
});

export const summarizeAiChat = route({
  method: 'POST',
  path: '/api/ai-chat/sessions/{id}/summarize',
  summary: 'Lets a moderator sum the stored conversation up; same answers as a turn.',
  access: 'approved',
  keyScope: 'send',
  body: z.object({ aiService: aiServiceName }).meta({ id: 'SummarizeAiChat' }),
  answer: aiChatAnswer,
  events: aiChatEvents,
  idempotent: true,
});

export const aiChatExportFormat = z.enum(['txt', 'md', 'json'], 'The format must be txt, md or json.');
export type AiChatExportFormat = z.infer<typeof aiChatExportFormat>;

export const exportAiChat = route({
  method: 'GET',
  path: '/api/ai-chat/sessions/{id}/export',
  summary: 'Downloads what was stored of an AI-to-AI conversation.',
  access: 'signed-in',
  query: z.object({ format: aiChatExportFormat }),
});
