import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import type { RequestedSettings } from './requested-settings.js';

/** A reply whose lease has lapsed, claimed by this process. */
export interface OrphanRow {
  message_id: string;
  user_id: string;
  broadcast_id: string;
  conversation_id: string;
  ai_service: string;
  settings: RequestedSettings | null;
  place: number;
  fence: number;
  runs: number;
  /** For the reply before it: it was never dispatched. */
  waits: boolean;
  cancel_requested: boolean;
  /** The text that was stored. */
  content: string;
  /** Milliseconds from the question to the last stored text; null when there is none. */
  text_ms: number | null;
  replies: number;
  open_replies: number;
  failed_replies: number;
  /** The highest event id stored of the whole broadcast. */
  last_event_id: string;
}

/**
 * All lapsed replies of a broadcast go to one process, because it numbers the broadcast's events from then on. Locked
 * rows are skipped: another process is deciding about them.
 */
const claim = `
WITH lapsed AS (
  SELECT b.id FROM broadcasts b
  WHERE b.id IN (
    SELECT broadcast_id FROM dispatches
    WHERE state = 'running' AND lease_until < now() AND message_id <> ALL($3::uuid[])
    ORDER BY lease_until LIMIT 500
  ) FOR UPDATE SKIP LOCKED
), free AS (
  SELECT d.message_id FROM dispatches d JOIN lapsed ON lapsed.id = d.broadcast_id
  WHERE d.state = 'running' AND d.lease_until < now() AND d.message_id <> ALL($3::uuid[])
  FOR UPDATE OF d SKIP LOCKED
), claimed AS (
  UPDATE dispatches d SET fence = d.fence + 1, owner = $1, lease_until = now() + $2 * interval '1 millisecond'
  FROM free WHERE d.message_id = free.message_id RETURNING d.*
)
SELECT message_id, broadcast_id FROM claimed`;

const describe = `
SELECT d.message_id, d.user_id, d.broadcast_id, m.conversation_id, d.ai_service, d.place, d.fence, d.runs,
  d.waits_for IS NOT NULL AS waits,
  coalesce(d.settings, CASE WHEN d.temperature IS NOT NULL THEN jsonb_build_object('temperature', d.temperature) END) AS settings,
  d.cancel_requested, coalesce(text.body, '') AS content,
  (extract(epoch FROM text.last_at - m.created_at) * 1000)::integer AS text_ms,
  b.replies, b.open_replies, b.failed_replies,
  greatest(1, (SELECT max(s.end_event_id) FROM dispatches s WHERE s.broadcast_id = d.broadcast_id),
    (SELECT max(p.event_ids[cardinality(p.event_ids)]) FROM reply_parts p
     JOIN dispatches s ON s.message_id = p.message_id WHERE s.broadcast_id = d.broadcast_id)) AS last_event_id
FROM dispatches d
JOIN messages m ON m.id = d.message_id
JOIN broadcasts b ON b.id = d.broadcast_id
LEFT JOIN LATERAL (
  SELECT string_agg(p.body, '' ORDER BY p.fence, p.seq) AS body, max(p.created_at) AS last_at
  FROM reply_parts p WHERE p.message_id = d.message_id AND p.fence >= d.text_fence
) text ON true
WHERE d.message_id = ANY($2::uuid[]) AND d.owner = $1 AND d.state = 'running'
ORDER BY d.broadcast_id, d.place`;

@Injectable()
export class OrphansRepository {
  constructor(private readonly database: Database) {}

  /** Claims what has lapsed, except what this process is running itself. */
  async claim(owner: string, leaseMs: number, running: readonly string[]): Promise<OrphanRow[]> {
    const claimed = await this.database.worker.query<{ message_id: string }[]>(claim, [owner, leaseMs, running]);
    if (claimed.length === 0) return [];
    // A second statement: under the new fence nothing can be added to the text any more.
    const messageIds = claimed.map(({ message_id }) => message_id);
    return this.database.worker.query<OrphanRow[]>(describe, [owner, messageIds]);
  }
}
