import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { id, time } from './scalars.js';
import { castVote, vote } from './votes.js';

const { shareDays } = limits.vote;
const daysSentence = `A round is shared for 1 to ${shareDays} days.`;

/** A round that its owner shows to other users of this installation, to have them vote on it. */
export const roundShare = z
  .object({
    id: id.meta({ description: 'Whoever has it and is an approved user reads the round and votes on it.' }),
    broadcastId: id,
    question: z.string().meta({ description: 'How it begins.' }),
    hidesNames: z
      .boolean()
      .meta({ description: 'Each reader learns who wrote which reply after their own vote only.' }),
    voters: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Other users who have voted on the round; left out while they cannot be counted.' }),
    createdAt: time,
    expiresAt: time,
  })
  .meta({ id: 'RoundShare' });
export type RoundShare = z.infer<typeof roundShare>;

/** What a vote on a shared round says, its replies named by their keys. */
export const sharedVote = vote.omit({ broadcastId: true }).meta({ id: 'SharedVote' });

/** One round as its readers see it: nothing else of its comparison, and no names before their first vote where these are hidden. */
export const sharedRound = z
  .object({
    question: z.string(),
    files: z.array(z.string()).meta({ description: 'Names of the files the question came with.' }),
    replies: z.array(
      z.object({
        id: id.meta({ description: 'Stands for the reply on this page alone.' }),
        aiService: aiServiceLabel,
        content: z.string(),
      }),
    ),
    hidesNames: z.boolean().meta({ description: 'Names come with the first vote of the caller.' }),
    expiresAt: time,
    vote: sharedVote.nullable(),
  })
  .meta({ id: 'SharedRound' });
export type SharedRound = z.infer<typeof sharedRound>;

export const shareRound = route({
  method: 'POST',
  path: '/api/broadcasts/{id}/shares',
  summary:
    'Shares one round for votes, with a link to /history/shared/{id of the share}. Refused while replies are being written, for fewer than two complete replies, and for replies that are not text.',
  access: 'approved',
  status: 201,
  body: z
    .object({
      days: z.number(daysSentence).int(daysSentence).min(1, daysSentence).max(shareDays, daysSentence).default(14),
      hidesNames: z
        .boolean()
        .default(true)
        .meta({ description: 'Until each reader has voted; always so for a round that is blind to its owner.' }),
    })
    .meta({ id: 'ShareRound' }),
  answer: roundShare,
  serverOwned: ['id', 'userId', 'broadcastId', 'createdAt', 'expiresAt', 'voters'],
});

export const listRoundShares = route({
  method: 'GET',
  path: '/api/round-shares',
  summary: 'The rounds that the caller shares and that can still be read, newest first.',
  access: 'signed-in',
  query: z.object({ broadcast: id.optional().meta({ description: 'Only of this round.' }) }),
  answer: z.array(roundShare),
});

export const revokeRoundShare = route({
  method: 'DELETE',
  path: '/api/round-shares/{id}',
  summary: 'Ends a sharing at once. Votes that were cast stay.',
  access: 'signed-in',
  status: 204,
});

export const getSharedRound = route({
  method: 'GET',
  path: '/api/shared-rounds/{id}',
  summary: 'A round that somebody shares, with the vote of the caller. Missing, ended and revoked are one answer.',
  access: 'approved',
  // What is shared is shown to people.
  keyScope: 'none',
  answer: sharedRound,
});

export const castSharedVote = route({
  method: 'PUT',
  path: '/api/shared-rounds/{id}/vote',
  summary: 'Votes on a shared round, or changes the vote; answers the round with its names.',
  access: 'approved',
  body: castVote.body!,
  answer: sharedRound,
  serverOwned: ['userId', 'broadcastId', 'wasBlind', 'timestamp'],
});

export const withdrawSharedVote = route({
  method: 'DELETE',
  path: '/api/shared-rounds/{id}/vote',
  summary:
    'Withdraws the vote of the caller on a shared round. Who has seen its names goes on seeing them, and a later vote is not blind.',
  access: 'signed-in',
  status: 204,
});
