import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { MediaRef } from '../live/broadcast.entity.js';
import { endColumnNames, fromEndColumns, type EndColumns } from '../live/ended-reply.mapper.js';
import type { StoredBroadcast, StoredReply } from '../live/stored-events.rules.js';

interface ReplyRow extends EndColumns {
  message_id: string;
  ai_service: string;
  conversation_id: string;
  state: 'running' | 'ended';
  end_event_id: string | null;
  lost_after_event_id: string | null;
  run_from_event_id: string | null;
  tail_event_ids: string[];
  tail_lengths: number[];
  content: string;
  media: MediaRef[] | null;
  saved_length: number;
  parts: { text: string; eventIds: number[]; lengths: number[] }[];
}

/**
 * One statement, so one snapshot: an event is never seen without those before it. Of a reply whose end the reader has seen,
 * the text is read once more with the end of the broadcast, and not at every poll before.
 */
const findBroadcast = `
SELECT d.message_id, d.ai_service, m.conversation_id, d.state, d.end_event_id, d.tail_event_ids, d.tail_lengths,
  d.lost_after_event_id, d.run_from_event_id, CASE WHEN d.is_needed THEN m.content ELSE '' END AS content,
  saved.length AS saved_length, saved.parts, m.media, ${endColumnNames}
FROM (
  SELECT *, state = 'running' OR end_event_id > $3 OR NOT bool_or(state = 'running') OVER () AS is_needed
  FROM dispatches WHERE broadcast_id = $2 AND user_id = $1
) d
JOIN messages m ON m.id = d.message_id
CROSS JOIN LATERAL (
  SELECT coalesce(sum((SELECT sum(length) FROM unnest(p.lengths) AS length)), 0)::integer AS length,
    coalesce(json_agg(json_build_object('text', p.body, 'eventIds', p.event_ids, 'lengths', p.lengths)
      ORDER BY p.fence, p.seq) FILTER (WHERE p.event_ids[cardinality(p.event_ids)] > $3), '[]') AS parts
  FROM reply_parts p WHERE d.is_needed AND p.message_id = d.message_id AND p.fence >= d.text_fence
) saved
ORDER BY d.place`;

/** The stream of a broadcast as the store has it. */
@Injectable()
export class StoredBroadcastsRepository {
  /** How many replies of a broadcast are there; those of a deleted conversation are not. */
  async countReplies(tx: Transaction, userId: string, broadcastId: string): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(
      'SELECT count(*)::integer AS n FROM dispatches WHERE broadcast_id = $2 AND user_id = $1',
      [userId, broadcastId],
    );
    return row!.n;
  }

  /** With the parts that have events after `afterId`. Undefined for a missing one and for another user's. */
  async find(tx: Transaction, userId: string, broadcastId: string, afterId = 0): Promise<StoredBroadcast | undefined> {
    const rows = await tx.query<ReplyRow[]>(findBroadcast, [userId, broadcastId, afterId]);
    return rows.length === 0 ? undefined : { broadcastId, replies: rows.map(toReply) };
  }
}

function toReply(row: ReplyRow): StoredReply {
  const target = { aiService: row.ai_service, conversationId: row.conversation_id, messageId: row.message_id };
  const stored = {
    target,
    parts: row.parts,
    savedLength: row.saved_length,
    tail: { eventIds: row.tail_event_ids.map(Number), lengths: row.tail_lengths },
    ...(row.run_from_event_id !== null && {
      gap: { lostAfter: Number(row.lost_after_event_id), from: Number(row.run_from_event_id) },
    }),
  };
  if (row.state === 'running') return stored;
  const reply = { ...target, ...fromEndColumns(row), content: row.content, media: row.media ?? undefined };
  return { ...stored, ended: { eventId: Number(row.end_event_id), reply } };
}
