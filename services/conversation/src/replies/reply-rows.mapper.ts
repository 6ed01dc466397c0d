import { Generation, toStored } from '@polylogue/proto';
import type { EndedReply, ReplyEnd } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import { repliesEnding, type EndingReply } from './reply-events.js';
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

interface StoredEnd {
  reply: EndedReply;
  /** How it ended in truth, before its owner may know. */
  sealed?: ReplyEnd | undefined;
}

/** `tail`: the text since the last part. The reply's content has it, so only its event ids and lengths are kept. */
export function endRow({ fence }: ReplyWork, { reply, sealed }: StoredEnd, eventId: number, tail: UnsavedText): EndRow {
  return {
    message_id: reply.messageId,
    fence,
    content: reply.content,
    ...endColumnsOf(reply),
    // Nothing is known of how long a blind reply took, and that is not 0.
    ...(sealed && { response_time_ms: undefined }),
    sealed: sealed && sealedColumns(sealed),
    end_event_id: eventId,
    tail_event_ids: arrayLiteral(tail.eventIds),
    tail_lengths: arrayLiteral(tail.lengths),
  };
}

/** By the names of their columns: the reveal puts them there. */
function sealedColumns(end: ReplyEnd): string {
  const { generation, media, ...columns } = endColumnsOf(end);
  return JSON.stringify({
    ...columns,
    generation: generation === null ? null : (JSON.parse(generation) as unknown),
    media: media === undefined ? null : (JSON.parse(media) as unknown),
  });
}

function endColumnsOf(end: ReplyEnd) {
  return {
    status: end.status,
    response_time_ms: wholeMs(end.responseTimeMs),
    first_token_ms: wholeMs(end.firstTokenMs),
    input_tokens: end.usage?.inputTokens,
    output_tokens: end.usage?.outputTokens,
    total_tokens: end.usage?.totalTokens,
    cached_input_tokens: end.usage?.cachedInputTokens,
    reasoning_tokens: end.usage?.reasoningTokens,
    cost_amount: end.cost?.amount,
    cost_currency: end.cost?.currency,
    cost_source: end.cost?.source,
    stop_reason: end.stopReason,
    error_code: end.errorCode,
    error: end.error,
    media: end.media?.length ? JSON.stringify(end.media) : undefined,
    generation: toStored(Generation, end.generation),
  };
}

export function eventRow(live: LiveBroadcast, ending: readonly EndingReply[], headers: string): EventRow {
  const { id, payload } = repliesEnding(live, ending, headers);
  return { id, broadcast_id: live.broadcastId, payload, headers };
}

function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.min(Math.max(0, Math.round(ms)), 2 ** 31 - 1);
}
