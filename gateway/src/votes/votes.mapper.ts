import type { castVote, ValidBodyOf, Vote } from '@polylogue/api-contract';
import { voteOutcome, voteReason, type CastVoteRequest, type Vote as ProtoVote } from '@polylogue/proto';

export function toVote({ broadcastId, outcome, best, reasons, comment, wasBlind, updatedAt }: ProtoVote): Vote {
  return {
    broadcastId,
    outcome: voteOutcome.toWord(outcome),
    best,
    reasons: reasons.map((reason) => voteReason.toWord(reason)),
    comment: comment ?? null,
    wasBlind,
    timestamp: (updatedAt ?? new Date(0)).toISOString(),
  };
}

export function fromVote(broadcastId: string, body: ValidBodyOf<typeof castVote>): CastVoteRequest {
  const { outcome, best, reasons, comment } = body;
  return {
    broadcastId,
    outcome: voteOutcome.fromWord(outcome),
    best,
    reasons: reasons.map((reason) => voteReason.fromWord(reason)),
    comment: comment || undefined,
  };
}
