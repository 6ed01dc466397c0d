import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

/** Why a reply is good, and how it is called. */
export const goodVoteReasons = {
  correct: 'Correct',
  clear: 'Clear',
  complete: 'Complete',
  concise: 'Concise',
  well_formatted: 'Well formatted',
} as const;

/** Why replies are bad, and how it is called. */
export const badVoteReasons = {
  wrong: 'Wrong',
  unclear: 'Unclear',
  incomplete: 'Incomplete',
  too_long: 'Too long',
  off_topic: 'Off topic',
  made_up: 'Made up',
  refused: 'Refused to answer',
} as const;

/** How each reason is called. */
export const voteReasonLabels = { ...goodVoteReasons, ...badVoteReasons } as const;

const reasons = Object.keys(voteReasonLabels) as (keyof typeof voteReasonLabels)[];
export const voteReason = z.enum(reasons, `A reason is one of ${reasons.join(', ')}.`);
export type VoteReason = z.infer<typeof voteReason>;

export const voteOutcome = z.enum(['best', 'tie', 'all_bad'], 'A vote is best, tie or all_bad.');
export type VoteOutcome = z.infer<typeof voteOutcome>;

const wordsTooLong = `The words of a vote can have at most ${limits.vote.comment} characters.`;

/** What a user says of the replies of a round. It names messages and no services. */
export const vote = z
  .object({
    broadcastId: id,
    outcome: voteOutcome,
    best: z.array(id).meta({ description: 'One message for best, those that tie for tie, none for all_bad.' }),
    reasons: z.array(voteReason),
    comment: z.string().nullable(),
    wasBlind: z.boolean().meta({
      description: 'Whether the voter did not know yet who had written which reply. Only the server sets it.',
    }),
    timestamp: time.meta({ description: 'When it was cast or last changed.' }),
  })
  .meta({ id: 'Vote' });
export type Vote = z.infer<typeof vote>;

const cast = z
  .object({
    outcome: voteOutcome,
    best: z
      .array(id)
      .max(limits.targets, `A round has at most ${limits.targets} replies.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each reply can be named only once.')
      .default([])
      .meta({ description: 'Exactly one message for best; for tie at least two, or none: all; none for all_bad.' }),
    reasons: z
      .array(voteReason)
      .refine((given) => new Set(given).size === given.length, 'Each reason can be given only once.')
      .default([]),
    comment: z.string().trim().max(limits.vote.comment, wordsTooLong).nullish(),
  })
  .superRefine(({ outcome, best }, context) => {
    const message = bestFault(outcome, best.length);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['best'], message });
  });

function bestFault(outcome: VoteOutcome, named: number): string | undefined {
  if (outcome === 'best' && named !== 1) return 'Name exactly one reply as the best.';
  if (outcome === 'tie' && named === 1) return 'At least two replies tie. Name none to say that all do.';
  if (outcome === 'all_bad' && named > 0) return 'Where all replies are bad, none is the best.';
  return undefined;
}

export const castVote = route({
  method: 'PUT',
  path: '/api/broadcasts/{id}/vote',
  summary:
    'Says which reply of a round is best, or changes what was said. Refused while replies are still being written, and for fewer than two complete replies.',
  access: 'approved',
  body: cast.meta({ id: 'CastVote' }),
  answer: vote,
  serverOwned: ['userId', 'broadcastId', 'wasBlind', 'timestamp'],
});

export const getVote = route({
  method: 'GET',
  path: '/api/broadcasts/{id}/vote',
  summary: 'The vote of the caller on a round; null where there is none yet.',
  access: 'signed-in',
  answer: z.object({ vote: vote.nullable() }),
});

export const withdrawVote = route({
  method: 'DELETE',
  path: '/api/broadcasts/{id}/vote',
  summary: 'Withdraws the vote of the caller. What a vote revealed stays revealed.',
  access: 'signed-in',
  status: 204,
});

export const revealRound = route({
  method: 'POST',
  path: '/api/broadcasts/{id}/reveal',
  summary:
    'Shows which service is which in a blind comparison: again after a vote, or without one where no round of it has two complete replies. Refused where a vote is possible.',
  access: 'approved',
  answer: z.object({
    revealed: z.boolean().meta({
      description:
        'False while replies of the comparison are still being written: it is revealed when they have ended.',
    }),
  }),
});

export const listVotes = route({
  method: 'GET',
  path: '/api/votes',
  summary: 'The votes of the caller on some rounds; rounds without one are left out.',
  access: 'signed-in',
  query: z.object({
    broadcasts: z
      .string()
      .transform((ids) => ids.split(',').filter((each) => each !== ''))
      .pipe(
        z.array(id).max(limits.vote.atOnce, `The votes of at most ${limits.vote.atOnce} rounds are read at a time.`),
      )
      .meta({ description: 'Ids of rounds, separated by commas.' }),
  }),
  answer: z.array(vote),
});
