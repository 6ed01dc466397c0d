import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

export type Source = 'newest' | 'pinned' | 'tag';

/** Which rounds are wanted; the tag counts only where they are those of a tag. */
export interface Sample {
  source: Source;
  tag: string;
  maxRounds: number;
}

/** A round with the reply that others are compared with; the reply is null where none was completed. */
export interface SampleRow {
  asked_at: Date;
  broadcast_id: string | null;
  conversation_id: string | null;
  message_id: string | null;
  ai_service: string | null;
  is_pinned: boolean | null;
  is_blind: boolean | null;
  has_media: boolean | null;
  has_text: boolean | null;
  tags: string[] | null;
  comparison_id: string | null;
  question: string | null;
  cost_usd: number | null;
  response_time_ms: number | null;
  reply_bytes: string | null;
}

const conditions: Record<Source, string> = {
  newest: `$3::text IS NOT NULL`,
  pinned: `$3::text IS NOT NULL AND EXISTS (SELECT FROM pins p WHERE p.broadcast_id = b.id AND p.user_id = $1)`,
  tag: `EXISTS (
    SELECT FROM messages m JOIN conversations c ON c.id = m.conversation_id
    JOIN comparisons g ON g.user_id = $1 AND g.id = c.comparison_id
    WHERE m.broadcast_id = b.id AND m.role = 'assistant' AND m.user_id = $1 AND $3 = ANY(g.tags))`,
};

/** What is said of a reply `m` of the dispatch `d`, with its question `q` and its comparison `g`. */
const ofReply = `d.broadcast_id, m.conversation_id, m.id AS message_id, d.ai_service, m.id = p.message_id AS is_pinned,
    c.blind_service IS NOT NULL AS is_blind, m.media IS NOT NULL AS has_media,
    m.status = 'completed' AND btrim(m.content, E' \\n\\r\\t') <> '' AS has_text, g.tags, c.comparison_id,
    left(q.content, 200) AS question, CASE WHEN m.cost_currency = 'USD' THEN m.cost_amount END AS cost_usd,
    m.response_time_ms, octet_length(m.content) AS reply_bytes`;

const withThread = `JOIN conversations c ON c.id = m.conversation_id
  JOIN messages q ON q.conversation_id = m.conversation_id AND q.broadcast_id = d.broadcast_id AND q.role = 'user'
  LEFT JOIN comparisons g ON g.user_id = $1 AND g.id = c.comparison_id`;

/** A round is a broadcast with all that was asked for again of it. */
const sampleOf = (source: Source) => `
WITH RECURSIVE picked AS MATERIALIZED (
  SELECT b.id, b.created_at FROM broadcasts b
  WHERE b.user_id = $1 AND b.retry_of IS NULL AND ${conditions[source]}
    AND EXISTS (SELECT FROM dispatches d WHERE d.broadcast_id = b.id AND d.user_id = $1)
  ORDER BY b.created_at DESC, b.id DESC LIMIT $2
), retries AS MATERIALIZED (
  SELECT id, retry_of FROM broadcasts WHERE user_id = $1 AND retry_of IS NOT NULL
), round AS (
  SELECT id AS root, id FROM picked
  UNION ALL SELECT round.root, r.id FROM retries r JOIN round ON r.retry_of = round.id
)
SELECT picked.created_at AS asked_at, reply.* FROM picked LEFT JOIN LATERAL (
  SELECT ${ofReply}
  FROM round JOIN dispatches d ON d.broadcast_id = round.id AND d.user_id = $1
  JOIN messages m ON m.id = d.message_id AND m.user_id = $1 AND m.status = 'completed'
  ${withThread}
  LEFT JOIN pins p ON p.broadcast_id = picked.id AND p.user_id = $1
  WHERE round.root = picked.id
  ORDER BY m.id = p.message_id DESC NULLS LAST, m.media IS NULL DESC, m.ended_at DESC, d.place LIMIT 1
) reply ON true
ORDER BY picked.created_at DESC, picked.id DESC`;

/** Exactly these replies, in the order of their ids. */
const wantedReplies = `
SELECT b.created_at AS asked_at, ${ofReply}
FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, nr)
  JOIN messages m ON m.id = wanted.id AND m.user_id = $1
  JOIN dispatches d ON d.message_id = m.id AND d.user_id = $1
  JOIN broadcasts b ON b.id = d.broadcast_id AND b.user_id = $1
  ${withThread}
  LEFT JOIN pins p ON p.message_id = m.id AND p.user_id = $1
ORDER BY wanted.nr`;

@Injectable()
export class SampleRoundsRepository {
  /** The newest rounds of a user, newest first. */
  list(tx: Transaction, userId: string, { source, tag, maxRounds }: Sample): Promise<SampleRow[]> {
    return tx.query<SampleRow[]>(sampleOf(source), [userId, maxRounds, tag]);
  }

  /** The rounds of these replies, as far as they are the user's; what is gone is missing. */
  ofReplies(tx: Transaction, userId: string, messageIds: readonly string[]): Promise<SampleRow[]> {
    return tx.query<SampleRow[]>(wantedReplies, [userId, messageIds]);
  }
}
