import type { OutboxRow } from '@polylogue/service-kit';
import type { EndedReply } from '../live/broadcast.entity.js';
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
    cost_amount: reply.cost?.amount,
    cost_currency: reply.cost?.currency,
    cost_source: reply.cost?.source,
    stop_reason: reply.stopReason,
    error_code: reply.errorCode,
    error: reply.error,
    media: reply.media?.length ? JSON.stringify(reply.media) : undefined,
    end_event_id: eventId,
    tail_event_ids: arrayLiteral(tail.eventIds),
    tail_lengths: arrayLiteral(tail.lengths),
  };
}

/** An event that is published only if that reply, or that broadcast, really ended by this write. */
export function eventRow(row: OutboxRow, when: { reply: string } | { broadcast: string }): EventRow {
  return {
    id: row.id,
    subject: row.subject,
    aggregate_id: row.aggregateId,
    payload: row.payload,
    headers: row.headers,
    ended_message: 'reply' in when ? when.reply : null,
    completed_broadcast: 'broadcast' in when ? when.broadcast : null,
  };
}

function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.min(Math.max(0, Math.round(ms)), 2 ** 31 - 1);
}
