import {
  contractLimits,
  costSource,
  fromStored,
  Generation,
  ReplyStatus,
  Usage,
  type FinishedReply,
  type StoreRoundRequest,
} from '@polylogue/proto';
import type { OwedRound, RoundResult } from '../executions/round.entity.js';
import { beginningOf } from '../texts/stored-text.rules.js';

/** A run as a round that has ended. */
export function toRound(owed: OwedRound, results: readonly RoundResult[]): StoreRoundRequest {
  const { userId, roundId: broadcastId, question, askedAt } = owed;
  return { userId, broadcastId, title: titleOf(owed), question, askedAt, replies: results.map(toReply) };
}

/** What the comparison is called: as the query, with when it ran, so that one finds the run of a day. */
export function titleOf({ title, askedAt, timeZone }: Pick<OwedRound, 'title' | 'askedAt' | 'timeZone'>): string {
  const when = ` · ${dateOf(askedAt, timeZone)}`;
  const room = contractLimits.comparison.titleLength - when.length;
  return `${title.length > room ? `${beginningOf(title, room - 1).trimEnd()}…` : title}${when}`;
}

/** MMM d, yyyy h:mm a, where the query lives. */
function dateOf(time: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(time);
  const minute = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(time);
  return `${day} ${minute.replaceAll('\u202f', ' ')}`;
}

function toReply({ costMicros, costSource: source, ...result }: RoundResult): FinishedReply {
  const { aiService, conversationId, response: content, responseTimeMs, createdAt: endedAt } = result;
  return {
    aiService,
    conversationId,
    content,
    responseTimeMs,
    endedAt,
    status: statusOf(result),
    error: result.error ?? undefined,
    usage: fromStored(Usage, result.usage),
    cost:
      costMicros === null || source === null
        ? undefined
        : { amount: costMicros / 1_000_000, currency: 'USD', source: costSource.fromWord(source) },
    media: [...(result.media ?? [])],
    generation: fromStored(Generation, result.generation),
  };
}

/** Text without a proper end stays what it is. */
function statusOf({ isSuccess, response }: Pick<RoundResult, 'isSuccess' | 'response'>): ReplyStatus {
  if (isSuccess) return ReplyStatus.COMPLETED;
  return response === '' ? ReplyStatus.FAILED : ReplyStatus.INTERRUPTED;
}
