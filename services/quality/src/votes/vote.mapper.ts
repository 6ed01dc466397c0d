import { voteOutcome, voteReason, type CastVoteRequest, type ReplyRecord, type Vote } from '@polylogue/proto';
import type { VoteRequest } from './vote.rules.js';
import type { VoteContestantEntity } from './vote.entity.js';
import { versionOf } from './version.rules.js';
import type { CastVote } from './votes.repository.js';

export const fromRequest = ({
  outcome,
  best,
  reasons,
  comment,
}: Pick<CastVoteRequest, 'outcome' | 'best' | 'reasons' | 'comment'>): VoteRequest => ({
  outcome: voteOutcome.toWord(outcome),
  best: best.map((id) => id.toLowerCase()),
  reasons: reasons.map((reason) => voteReason.toWord(reason)),
  comment,
});

export const toVote = (vote: CastVote): Vote => ({
  broadcastId: vote.broadcastId,
  outcome: voteOutcome.fromWord(vote.outcome),
  best: vote.contestants.filter(({ isBest }) => isBest).map(({ messageId }) => messageId),
  reasons: vote.reasons.map((reason) => voteReason.fromWord(reason)),
  comment: vote.comment ?? undefined,
  wasBlind: vote.wasBlind,
  updatedAt: vote.updatedAt,
});

/** As its voter names it on a shared round: by the keys of the share alone. */
export function toSharedVote(vote: CastVote, keyOf: ReadonlyMap<string, string>): Vote {
  const { best, ...said } = toVote(vote);
  return { ...said, broadcastId: '', best: best.flatMap((id) => keyOf.get(id) ?? []) };
}

/** A reply as it stands in a vote. */
export const toContestant = (
  { messageId, aiService, generation, responseTimeMs, cost }: ReplyRecord,
  of: Pick<VoteContestantEntity, 'userId' | 'broadcastId' | 'isBest'>,
): VoteContestantEntity => ({
  ...of,
  messageId,
  aiService,
  version: versionOf(generation),
  responseTimeMs: responseTimeMs ?? null,
  costAmount: cost?.amount ?? null,
  costCurrency: cost?.currency ?? null,
});
