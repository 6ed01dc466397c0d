import type { AiServiceLabel, RoundShare, SharedRound } from '@polylogue/api-contract';
import type { RoundShare as ProtoShare, SharedRound as ProtoRound, Vote as ProtoVote } from '@polylogue/proto';
import { toTime } from '../http/to-time.js';
import { toVote } from '../votes/votes.mapper.js';

export function toRoundShare(share: ProtoShare, voters: ReadonlyMap<string, number> | undefined): RoundShare {
  const { id, broadcastId, question, hidesNames, createdAt, expiresAt } = share;
  return {
    id,
    broadcastId,
    question,
    hidesNames,
    voters: voters && (voters.get(broadcastId) ?? 0),
    createdAt: toTime(createdAt),
    expiresAt: toTime(expiresAt),
  };
}

export function toSharedRound(
  { question, files, replies, hidesNames, expiresAt }: ProtoRound,
  vote: ProtoVote | undefined,
  labelOf: (name: string) => AiServiceLabel,
): SharedRound {
  return {
    question,
    files,
    replies: replies.map(({ key, aiService, content }) => ({ id: key, aiService: labelOf(aiService), content })),
    hidesNames,
    expiresAt: toTime(expiresAt),
    vote: vote ? said(vote) : null,
  };
}

function said(vote: ProtoVote): NonNullable<SharedRound['vote']> {
  const { broadcastId: _of, ...rest } = toVote(vote);
  return rest;
}
