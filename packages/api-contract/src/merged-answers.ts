import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { streamError } from './errors.js';
import { estimate } from './estimates.js';
import { generation } from './generations.js';
import { limits } from './limits.js';
import { cost } from './costs.js';
import { broadcastEvents, sendAnswer, sendMessageBody } from './messages.js';
import { route } from './route.js';
import { aiServiceName, id, time } from './scalars.js';

/** What stands behind a sentence: proven claims, a claim that replies contradict each other on, or nothing. */
export const sentenceStanding = z.enum(['proven', 'disputed', 'unproven']);
export type SentenceStanding = z.infer<typeof sentenceStanding>;

export const mergedSentence = z
  .object({
    text: z.string(),
    claims: z.array(z.number().int()).meta({ description: 'Ids of claims of the map; who says them stands there.' }),
    standing: sentenceStanding,
    startsParagraph: z.boolean(),
    added: z.boolean().meta({ description: 'A disputed claim that the writer had left out, in the words of the map.' }),
  })
  .meta({ id: 'MergedSentence' });
export type MergedSentence = z.infer<typeof mergedSentence>;

/** One version of the answer that is written from the proven claims of an agreement map. */
export const mergedAnswer = z
  .object({
    id,
    mapId: id,
    version: z.number().int().meta({ description: 'Within the map, from 1.' }),
    status: z.enum(['pending', 'completed', 'failed', 'interrupted', 'cancelled']),
    writer: aiServiceLabel.meta({ description: 'Who wrote it, as it was called at that time.' }),
    steering: z.string().optional().meta({ description: 'What the user wished for.' }),
    basedOn: z.number().int().optional().meta({ description: 'The version it rewrites.' }),
    question: z.string(),
    sentences: z.array(mergedSentence),
    error: z.string().optional().meta({ description: 'A sentence; never part of the answer.' }),
    errorCode: z.string().optional(),
    stopReason: z.string().optional().meta({ description: 'Why it is not whole: `length` is the most.' }),
    responseTime: z.number().optional().meta({ description: 'Milliseconds.' }),
    cost: cost.optional(),
    generation: generation.optional(),
    timestamp: time,
  })
  .meta({ id: 'MergedAnswer' });
export type MergedAnswer = z.infer<typeof mergedAnswer>;

const writerAI = aiServiceName.nullish().meta({ description: 'Who writes; without it, who found the claims.' });
const basedOn = id.optional().meta({ description: 'The version of this map to be rewritten.' });

export const createMergedAnswer = route({
  method: 'POST',
  path: '/api/agreement-maps/{id}/answers',
  summary:
    'Has one service write one answer from the proven claims of a map: a first one, or a further version. Answers at once, pending.',
  access: 'approved',
  keyScope: 'send',
  status: 202,
  body: z
    .object({
      writerAI,
      steering: z
        .string()
        .max(limits.answerSteering, `A wish can have at most ${limits.answerSteering} characters.`)
        .refine((text) => text.trim() !== '', 'Please say what the answer should be like.')
        .optional()
        .meta({ description: 'What it should be like: `Shorter`, `For a lawyer`.' }),
      basedOn,
    })
    .meta({ id: 'CreateMergedAnswer' }),
  answer: mergedAnswer,
  idempotent: true,
  serverOwned: ['id', 'userId', 'version', 'sentences', 'status'],
});

/** A character takes up to four bytes. */
const maxSteeringBytes = limits.answerSteering * 4;
const steeringSize = `A wish has between 1 and ${maxSteeringBytes} bytes.`;

export const estimateMergedAnswer = route({
  method: 'POST',
  path: '/api/agreement-maps/{id}/answers/estimate',
  summary: 'What a version would cost and how long it would take: its one call. Nothing is spent.',
  access: 'approved',
  keyScope: 'send',
  body: z
    .object({
      writerAI,
      steeringBytes: z
        .number(steeringSize)
        .int(steeringSize)
        .min(1, steeringSize)
        .max(maxSteeringBytes, steeringSize)
        .optional()
        .meta({ description: 'What it should be like, in UTF-8. The wish itself is not sent here.' }),
      basedOn,
    })
    .meta({ id: 'EstimateMergedAnswer' }),
  answer: estimate,
});

export const listMergedAnswers = route({
  method: 'GET',
  path: '/api/agreement-maps/{id}/answers',
  summary: 'The versions written from a map, oldest first.',
  access: 'signed-in',
  answer: z.array(mergedAnswer),
});

export const getMergedAnswer = route({
  method: 'GET',
  path: '/api/merged-answers/{id}',
  summary: 'One version; of one that is being written the sentences so far.',
  access: 'signed-in',
  answer: mergedAnswer,
});

/** The events of a version: its sentences as they come, then all of it. */
export const mergedAnswerEvents = {
  written: z
    .object({ sentences: z.array(mergedSentence).meta({ description: 'They follow those of the events before.' }) })
    .meta({ id: 'WrittenSentences' }),
  done: mergedAnswer,
  error: streamError,
};
/** Without `error`: it reaches a reader as a rejected call. */
export type MergedAnswerStreamEvent = {
  [Name in keyof typeof mergedAnswerEvents]: {
    event: Name;
    id: string;
    data: z.infer<(typeof mergedAnswerEvents)[Name]>;
  };
}[Exclude<keyof typeof mergedAnswerEvents, 'error'>];

export const followMergedAnswer = route({
  method: 'GET',
  path: '/api/merged-answers/{id}/events',
  summary: 'A version as it is written, always from its first sentence: each once it is checked, then the whole.',
  access: 'signed-in',
  events: mergedAnswerEvents,
});

export const cancelMergedAnswer = route({
  method: 'POST',
  path: '/api/merged-answers/{id}/cancel',
  summary: 'Stops one that is being written; what had arrived is kept and marked.',
  access: 'signed-in',
  keyScope: 'send',
  answer: z.object({ cancelled: z.boolean() }),
});

export const deleteMergedAnswer = route({
  method: 'DELETE',
  path: '/api/merged-answers/{id}',
  summary: 'Deletes one version; one that is being written is stopped first.',
  access: 'signed-in',
  status: 204,
});

export const mergedAnswerFormat = z.enum(['md', 'html'], 'The format must be md or html.');
export type MergedAnswerFormat = z.infer<typeof mergedAnswerFormat>;

export const exportMergedAnswer = route({
  method: 'GET',
  path: '/api/merged-answers/{id}/export',
  summary: 'Downloads one version: each sentence with the services behind it, their passages as notes.',
  access: 'signed-in',
  query: z.object({ format: mergedAnswerFormat.default('md') }),
});

export const continueMergedAnswer = route({
  method: 'POST',
  path: '/api/merged-answers/{id}/continue',
  summary:
    'A message on top of an answer: a comparison of its own, in which each service knows the question and the answer. Same answers as send-message.',
  access: 'approved',
  keyScope: 'send',
  body: z
    .object({ selectedAIs: sendMessageBody.shape.selectedAIs, newMessage: sendMessageBody.shape.message })
    .meta({ id: 'ContinueMergedAnswer' }),
  answer: sendAnswer,
  events: broadcastEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'broadcastId', 'status', 'results'],
});
