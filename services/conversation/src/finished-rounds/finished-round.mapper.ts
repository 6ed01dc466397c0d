import { costSource, replyStatus, type FinishedReply as ProtoReply, type StoreRoundRequest } from '@polylogue/proto';
import type { EndStatus } from '../live/broadcast.entity.js';
import { badRound } from './finished-rounds.errors.js';
import type { FinishedReply, FinishedRound } from './finished-round.entity.js';

export function fromRequest({ broadcastId, title, question, askedAt, replies }: StoreRoundRequest): FinishedRound {
  if (!askedAt) throw badRound('A round says when it was asked.');
  return { broadcastId, title, question, askedAt, replies: replies.map((reply) => fromReply(reply, askedAt)) };
}

function fromReply(reply: ProtoReply, askedAt: Date): FinishedReply {
  const { aiService, conversationId, content, error, responseTimeMs, usage, cost, media, generation } = reply;
  return {
    aiService,
    conversationId,
    content,
    error,
    responseTimeMs,
    usage,
    media,
    generation,
    status: statusOf(reply),
    cost: cost && { amount: cost.amount, currency: cost.currency, source: costSource.toWord(cost.source) },
    endedAt: reply.endedAt ?? askedAt,
  };
}

function statusOf({ status }: ProtoReply): EndStatus {
  const word = replyStatus.toWord(status);
  if (word === 'pending' || word === 'streaming') throw badRound('A reply of a finished round has ended.');
  return word;
}
