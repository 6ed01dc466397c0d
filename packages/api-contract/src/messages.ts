import { z } from 'zod';
import { answerSettings } from './answer-presets.js';
import { cost, usage } from './costs.js';
import { streamError } from './errors.js';
import { generation } from './generations.js';
import { limits, messageTooLong } from './limits.js';
import { media } from './media.js';
import { route } from './route.js';
import { aiServiceName, id } from './scalars.js';

export const mode = z.enum(['broadcast', 'selective', 'individual']);
export type Mode = z.infer<typeof mode>;

export const selectedAIs = z
  .array(aiServiceName)
  .min(1, 'Please select at least one AI service')
  .max(limits.targets, `A message can go to at most ${limits.targets} AI services.`)
  .refine((names) => new Set(names).size === names.length, 'Each AI service can be named only once.');

export const sendMessageBody = z
  .object({
    message: z
      .string()
      .max(limits.messageLength, messageTooLong)
      .refine((text) => text.trim() !== '', 'Please type a message.'),
    selectedAIs,
    mode,
    settings: answerSettings.optional().meta({
      description:
        'How services answer in its comparison from now on, kept with it; {}: as they would. Absent: as it was. What the preset of a variant says comes first.',
    }),
    ownComparison: z.boolean().optional().meta({
      description: 'True: a comparison of its own, off the dashboard, in which nobody knows what was said before.',
    }),
    queued: z
      .boolean()
      .optional()
      .meta({
        description: `True: each service gets it as soon as its reply before, if one is still open, has ended. At most ${limits.queuedMessages} messages wait at a time.`,
      }),
    blind: z.boolean().optional().meta({
      description:
        'True: a comparison of its own whose services are named `blind..a`, `blind..b` and so on, in a random order, until the caller votes. For at least two services that write text; the replies come when all have ended.',
    }),
  })
  .refine(({ mode, selectedAIs }) => mode !== 'individual' || selectedAIs.length === 1, {
    path: ['selectedAIs'],
    message: 'Individual AI sends to exactly one AI service.',
  })
  .meta({ id: 'SendMessage' });

/** How one reply of a broadcast ended. */
export const sendResult = z
  .object({
    aiService: aiServiceName,
    success: z.boolean(),
    status: z.enum(['completed', 'failed', 'interrupted', 'cancelled']),
    conversationId: id,
    messageId: id,
    content: z.string().optional(),
    media: z.array(media).optional(),
    error: z.string().optional(),
    errorCode: z.string().optional(),
    responseTime: z.number().meta({ description: 'Milliseconds.' }),
    firstTokenTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    tokens: z.number().int().optional(),
    usage: usage.optional(),
    cost: cost.optional(),
    stopReason: z.string().optional(),
    generation: generation.optional(),
  })
  .meta({ id: 'SendResult' });
export type SendResult = z.infer<typeof sendResult>;

export const sendAnswer = z.object({ broadcastId: id, results: z.array(sendResult) }).meta({ id: 'SendAnswer' });
export type SendAnswer = z.infer<typeof sendAnswer>;

export const accepted = z
  .object({
    broadcastId: id,
    targets: z.array(z.object({ aiService: aiServiceName, conversationId: id, messageId: id })),
  })
  .meta({ id: 'Accepted' });
export const delta = z.object({ aiService: aiServiceName, messageId: id, text: z.string() }).meta({ id: 'Delta' });
export const progress = z
  .object({
    aiService: aiServiceName,
    messageId: id,
    fraction: z.number().min(0).max(1).optional().meta({ description: 'From 0 to 1; absent where nobody can say.' }),
  })
  .meta({ id: 'Progress', description: 'How far a long reply has come; told in passing, without an id.' });

/** The events of a broadcast's stream; each but `progress` and `error` has an increasing `id`. */
export const broadcastEvents = {
  accepted,
  delta,
  progress,
  reply: sendResult,
  done: sendAnswer,
  error: streamError,
} as const;
/** Without `error`: it reaches a reader as a rejected call. */
export type BroadcastStreamEvent = {
  [Name in keyof typeof broadcastEvents]: { event: Name; id: string; data: z.infer<(typeof broadcastEvents)[Name]> };
}[Exclude<keyof typeof broadcastEvents, 'error'>];

export const sendMessage = route({
  method: 'POST',
  path: '/api/send-message',
  summary: 'One message to many services; as JSON when all have answered, or streamed with Accept: text/event-stream.',
  access: 'approved',
  keyScope: 'send',
  body: sendMessageBody,
  answer: sendAnswer,
  events: broadcastEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'broadcastId', 'conversationId', 'status', 'results'],
});

export const resumeBroadcast = route({
  method: 'GET',
  path: '/api/broadcasts/{id}/events',
  summary: 'Takes a broadcast up again after Last-Event-ID: nothing twice, nothing missing.',
  access: 'signed-in',
  query: z.object({
    lastEventId: z.coerce
      .number('lastEventId must be a number.')
      .int('lastEventId must be a whole number.')
      .min(0, 'lastEventId starts at 0.')
      .optional()
      .meta({ description: 'For clients that cannot send the header Last-Event-ID, which wins where both are sent.' }),
  }),
  events: broadcastEvents,
});

export const cancelBroadcast = route({
  method: 'POST',
  path: '/api/broadcasts/{id}/cancel',
  summary: 'Stops all or some replies; what had arrived is kept and marked.',
  access: 'signed-in',
  keyScope: 'send',
  body: z.object({ aiServices: z.array(aiServiceName).max(limits.targets).optional() }).meta({ id: 'CancelBroadcast' }),
  answer: z.object({ cancelled: z.number().int() }),
  serverOwned: ['id', 'userId', 'broadcastId', 'cancelled'],
});

export const replayBroadcast = route({
  method: 'POST',
  path: '/api/broadcasts/{id}/replay',
  summary:
    'Asks a round again as it was asked then: the same question, file, context and settings, as a new round. Same answers as send-message.',
  access: 'approved',
  keyScope: 'send',
  body: z
    .object({
      selectedAIs: selectedAIs.meta({
        description: 'One that was not asked then gets what the first of the round had.',
      }),
    })
    .meta({ id: 'ReplayBroadcast' }),
  answer: sendAnswer,
  events: broadcastEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'broadcastId', 'status', 'results'],
});

export const retryMessage = route({
  method: 'POST',
  path: '/api/messages/{id}/retry',
  summary: 'Asks for one reply again; same answers as send-message.',
  access: 'approved',
  keyScope: 'send',
  answer: sendAnswer,
  events: broadcastEvents,
  idempotent: true,
});
