import { Generation, toStored } from '@polylogue/proto';
import type { OutboxRow } from '@polylogue/service-kit';
import type { EndedReply } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import { broadcastCompleted, repliesStored, type EndingReply } from './reply-events.js';
import type { ReplyWork, UnsavedText } from './running-reply.js';
import type { EndRow, EventRow, PartRow } from './store-replies.js';
import { arrayLiteral } from './unnest.js';

export function partRow({ messageId, fence }: ReplyWork, text: UnsavedText): PartRow {
  return {
    message_id: messageId,
    fence,
    seq: text.seq,
    body: text.body,
    event_ids: arrayLiteral(text.eventIds),
    lengths: arrayLiteral(text.lengths),
  };
}

/** `tail`: the text since the last part. The reply's content has it, so only its event ids and lengths are kept. */
export function endRow({ fence }: ReplyWork, reply: EndedReply, eventId: number, tail: UnsavedText): EndRow {
  return {
    message_id: reply.messageId,
    fence,
    status: reply.status,
    content: reply.content,
    response_time_ms: wholeMs(reply.responseTimeMs)!,
    first_token_ms: wholeMs(reply.firstTokenMs),
    input_tokens: reply.usage?.inputTokens,
    output_tokens: reply.usage?.outputTokens,
    total_tokens: reply.usage?.totalTokens,
    cached_input_tokens: reply.usage?.cachedInputTokens,
    reasoning_tokens: reply.usage?.reasoningTokens,
    cost_amount: reply.cost?.amount,
    cost_currency: reply.cost?.currency,
    cost_source: reply.cost?.source,
    stop_reason: reply.stopReason,
    error_code: reply.errorCode,
    error: reply.error,
    media: reply.media?.length ? JSON.stringify(reply.media) : undefined,
    generation: toStored(Generation, reply.generation),
    end_event_id: eventId,
    tail_event_ids: arrayLiteral(tail.eventIds),
    tail_lengths: arrayLiteral(tail.lengths),
  };
}

/**
 * The events of a broadcast in which replies end; each is published only if it happens by this write. Only the database
 * knows whether the broadcast is complete: another process may have ended replies of it.
 */
export function eventRows(live: LiveBroadcast, ending: readonly EndingReply[], headers: string): EventRow[] {
  return [
    eventRow(live, repliesStored(live, ending, headers), false),
    eventRow(live, broadcastCompleted(live, headers), true),
  ];
}

function eventRow({ broadcastId }: LiveBroadcast, row: OutboxRow, isCompletion: boolean): EventRow {
  const { aggregateId, ...rest } = row;
  return { ...rest, aggregate_id: aggregateId, broadcast_id: broadcastId, is_completion: isCompletion };
}

function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.min(Math.max(0, Math.round(ms)), 2 ** 31 - 1);
}
