import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { cost, usage } from './costs.js';
import { streamError } from './errors.js';
import { estimate } from './estimates.js';
import { generation } from './generations.js';
import { limits } from './limits.js';
import { broadcastEvents, sendAnswer, sendMessageBody } from './messages.js';
import { route } from './route.js';
import { aiServiceName, id, inputTime, time } from './scalars.js';

const response = z.object({
  aiService: z.string().min(1, 'Each response names its AI service.').max(limits.nameLength),
  content: z.string().refine((text) => text.trim() !== '', 'A response without text cannot be summarized.'),
  timestamp: inputTime('A timestamp is written in ISO 8601.'),
});

const tooFew = 'At least 2 AI responses are needed for comparison';
const tooMany = `At most ${limits.targets} responses can be summarized at once.`;

export const summaryKind = z.enum(
  ['compare', 'merge', 'instruction'],
  'The kind must be compare, merge or instruction.',
);
export type SummaryKind = z.infer<typeof summaryKind>;

const messageIds = z
  .array(id)
  .min(2, tooFew)
  .max(limits.targets, tooMany)
  .refine((ids) => new Set(ids).size === ids.length, 'Each response can be named only once.');

const noInstruction = 'Please say what the summary should do.';

export const summarizeResponsesBody = z
  .object({
    responses: z.array(response).min(2, tooFew).max(limits.targets, tooMany).optional(),
    messageIds: messageIds.optional().meta({
      description: 'Stored replies, in place of responses: the summary then knows their questions and is kept.',
    }),
    kind: summaryKind
      .default('compare')
      .meta({ description: 'A comparison, one answer from all, or what the instruction says. With messageIds only.' }),
    instruction: z
      .string()
      .max(limits.summaryInstruction, `An instruction can have at most ${limits.summaryInstruction} characters.`)
      .optional(),
    summarizerAI: aiServiceName
      .nullish()
      .meta({ description: 'Who summarizes; without it, a connected text service that has not answered itself.' }),
  })
  .refine(({ responses, messageIds }) => responses !== undefined || messageIds !== undefined, {
    path: ['responses'],
    message: tooFew,
  })
  .refine(({ kind, instruction = '' }) => kind !== 'instruction' || instruction.trim() !== '', {
    path: ['instruction'],
    message: noInstruction,
  })
  .meta({ id: 'SummarizeResponses' });

/** A summary that is kept with the round of its newest reply. */
export const summary = z
  .object({
    id,
    broadcastId: id,
    messageIds: z.array(id).meta({ description: 'The replies it is about.' }),
    replyServices: z.array(aiServiceName).meta({ description: 'Who wrote these, in their order.' }),
    kind: summaryKind,
    instruction: z.string().optional(),
    aiService: aiServiceLabel.meta({ description: 'Who wrote it, as it was called at that time.' }),
    content: z.string(),
    status: z.enum(['pending', 'streaming', 'completed', 'failed', 'interrupted', 'cancelled']),
    error: z.string().optional().meta({ description: 'A sentence; never part of the content.' }),
    errorCode: z.string().optional(),
    responseTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    firstTokenTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    tokens: z.number().int().optional(),
    usage: usage.optional(),
    cost: cost.optional(),
    stopReason: z.string().optional(),
    generation: generation.optional(),
    timestamp: time,
  })
  .meta({ id: 'Summary' });
export type Summary = z.infer<typeof summary>;

export const responsesSummary = z
  .object({
    summary: z.string(),
    summarizerAI: z.string().meta({ description: 'Its display name.' }),
    kept: summary.optional().meta({ description: 'Present where the responses were named by messageIds.' }),
  })
  .meta({ id: 'ResponsesSummary' });
export type ResponsesSummary = z.infer<typeof responsesSummary>;

/** The events of a summary's stream; `accepted` comes before anything is spent. */
export const summaryEvents = {
  accepted: summary,
  delta: z.object({ text: z.string() }).meta({ id: 'SummaryDelta' }),
  done: responsesSummary,
  error: streamError,
};
/** Without `error`: it reaches a reader as a rejected call. */
export type SummaryStreamEvent = {
  [Name in keyof typeof summaryEvents]: { event: Name; id: string; data: z.infer<(typeof summaryEvents)[Name]> };
}[Exclude<keyof typeof summaryEvents, 'error'>];

export const summarizeResponses = route({
  method: 'POST',
  path: '/api/summarize-responses',
  summary:
    'Lets one service compare and sum up the replies of several; streamed on request where they are named by messageIds.',
  access: 'approved',
  keyScope: 'send',
  body: summarizeResponsesBody,
  answer: responsesSummary,
  events: summaryEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'summary'],
});

/** A character takes up to four bytes. */
const maxInstructionBytes = limits.summaryInstruction * 4;
const instructionSize = `An instruction has between 0 and ${maxInstructionBytes} bytes.`;

export const estimateSummary = route({
  method: 'POST',
  path: '/api/summaries/estimate',
  summary: 'What a summary of stored replies would cost and how long it would take. Nothing is spent.',
  access: 'approved',
  keyScope: 'send',
  body: z
    .object({
      messageIds,
      kind: summaryKind.default('compare'),
      instructionBytes: z
        .number(instructionSize)
        .int(instructionSize)
        .min(0, instructionSize)
        .max(maxInstructionBytes, instructionSize)
        .optional()
        .meta({ description: 'The instruction in UTF-8. The instruction itself is not sent here.' }),
      summarizerAI: aiServiceName.nullish().meta({ description: 'As for the summary; the answer names who it is.' }),
    })
    .refine(({ kind, instructionBytes = 0 }) => kind !== 'instruction' || instructionBytes > 0, {
      path: ['instructionBytes'],
      message: noInstruction,
    })
    .meta({ id: 'EstimateSummary' }),
  answer: estimate,
});

export const listSummaries = route({
  method: 'GET',
  path: '/api/broadcasts/{id}/summaries',
  summary: 'The summaries kept with a round, oldest first.',
  access: 'signed-in',
  answer: z.array(summary),
});

export const cancelSummary = route({
  method: 'POST',
  path: '/api/summaries/{id}/cancel',
  summary: 'Stops a summary that is being written; what had arrived is kept and marked.',
  access: 'signed-in',
  keyScope: 'send',
  answer: z.object({ cancelled: z.boolean() }),
});

export const deleteSummary = route({
  method: 'DELETE',
  path: '/api/summaries/{id}',
  summary: 'Deletes a summary; one that is being written is stopped first.',
  access: 'signed-in',
  status: 204,
});

export const continueSummary = route({
  method: 'POST',
  path: '/api/summaries/{id}/continue',
  summary:
    'A message on top of a summary: each service begins a conversation with the question and the summary. Same answers as send-message.',
  access: 'approved',
  keyScope: 'send',
  body: z
    .object({ selectedAIs: sendMessageBody.shape.selectedAIs, newMessage: sendMessageBody.shape.message })
    .meta({ id: 'ContinueSummary' }),
  answer: sendAnswer,
  events: broadcastEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'broadcastId', 'status', 'results'],
});
