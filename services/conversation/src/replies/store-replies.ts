import type { Prepared } from '@polylogue/service-kit';
import { subjects } from './reply-events.js';
import { unnest } from './unnest.js';

/** Text of a reply, as a row. */
export interface PartRow {
  message_id: string;
  fence: number;
  seq: number;
  body: string;
  event_ids: string;
  lengths: string;
}

/** The end of a reply, as a row. */
export interface EndRow {
  message_id: string;
  fence: number;
  status: string;
  content: string;
  response_time_ms: number | undefined;
  first_token_ms: number | undefined;
  input_tokens: number | undefined;
  output_tokens: number | undefined;
  total_tokens: number | undefined;
  cached_input_tokens: number | undefined;
  reasoning_tokens: number | undefined;
  cost_amount: number | undefined;
  cost_currency: string | undefined;
  cost_source: string | undefined;
  stop_reason: string | undefined;
  error_code: string | undefined;
  error: string | undefined;
  media: string | undefined;
  generation: string | null;
  /** JSON of the columns above that stay hidden until a vote. */
  sealed: string | undefined;
  end_event_id: number;
  tail_event_ids: string;
  tail_lengths: string;
}

/** The event of a broadcast in which replies end. */
export interface EventRow {
  id: string;
  broadcast_id: string;
  payload: string;
  headers: string;
}

export const partColumns = unnest<PartRow>({
  message_id: 'uuid',
  fence: 'integer',
  seq: 'integer',
  body: 'text',
  event_ids: 'text',
  lengths: 'text',
});

const columnsOfEnd = {
  message_id: 'uuid',
  fence: 'integer',
  status: 'text',
  content: 'text',
  response_time_ms: 'integer',
  first_token_ms: 'integer',
  input_tokens: 'integer',
  output_tokens: 'integer',
  total_tokens: 'integer',
  cached_input_tokens: 'integer',
  reasoning_tokens: 'integer',
  cost_amount: 'double precision',
  cost_currency: 'text',
  cost_source: 'text',
  stop_reason: 'text',
  error_code: 'text',
  error: 'text',
  media: 'jsonb',
  generation: 'jsonb',
  sealed: 'jsonb',
  end_event_id: 'bigint',
  tail_event_ids: 'text',
  tail_lengths: 'text',
};
export const endColumns = unnest<EndRow>(columnsOfEnd, partColumns.next);
export const eventColumns = unnest<EventRow>(
  { id: 'uuid', broadcast_id: 'uuid', payload: 'jsonb', headers: 'jsonb' },
  endColumns.next,
);

const notOfMessage = ['message_id', 'fence', 'end_event_id', 'tail_event_ids', 'tail_lengths'];
const storedColumns = Object.keys(columnsOfEnd).filter((name) => !notOfMessage.includes(name));

/**
 * No lock is waited for longer than this: one batch holds the writes of many users. Set within the statement, which is a
 * transaction of its own, and named in its conditions so that it comes before any lock.
 */
const bounded = `bounded AS MATERIALIZED (SELECT set_config('lock_timeout', '200ms', true) AS lock_timeout)`;
const isBounded = '(SELECT lock_timeout FROM bounded) IS NOT NULL';

const savedParts = `
  INSERT INTO reply_parts (message_id, fence, seq, user_id, body, event_ids, lengths)
  SELECT part.message_id, part.fence, part.seq, d.user_id, part.body, part.event_ids::bigint[], part.lengths::integer[]
  FROM ${partColumns.sql} AS part (${partColumns.names})
  JOIN dispatches d ON d.message_id = part.message_id AND d.fence = part.fence AND d.state = 'running'
  WHERE ${isBounded}`;

/** Writes text of replies still open. Text under an old fence is dropped. */
export const storeParts: Prepared = { name: 'store-parts', text: `WITH ${bounded}, saved AS (${savedParts}) SELECT 1` };

/**
 * Writes text and ends of many replies in one statement, which is one transaction. The fence of a reply's dispatch
 * decides which process ends it; rows are locked in one order, so that batches and cancels never deadlock.
 */
export const storePartsAndEnds: Prepared = {
  name: 'store-parts-and-ends',
  text: `
WITH ${bounded}, saved AS (${savedParts}
), ending AS (
  SELECT ending.* FROM ${endColumns.sql} AS ending (${endColumns.names})
), locked AS (
  SELECT d.message_id FROM dispatches d JOIN ending e ON e.message_id = d.message_id
  WHERE ${isBounded} AND d.fence = e.fence AND d.state = 'running' ORDER BY d.message_id FOR UPDATE OF d
), ended AS (
  UPDATE dispatches d SET state = 'ended', ended_at = now(), end_event_id = e.end_event_id,
    tail_event_ids = e.tail_event_ids::bigint[], tail_lengths = e.tail_lengths::integer[]
  FROM ending e JOIN locked USING (message_id)
  WHERE d.message_id = e.message_id AND d.fence = e.fence AND d.state = 'running'
  RETURNING d.message_id, d.broadcast_id, e.status
), stored AS (
  UPDATE messages m SET ended_at = now(), ${storedColumns.map((name) => `${name} = e.${name}`).join(', ')}
  FROM ending e JOIN ended USING (message_id) WHERE m.id = e.message_id
), counted AS (
  UPDATE broadcasts b SET open_replies = b.open_replies - n.ended, failed_replies = b.failed_replies + n.failed,
    completed_at = CASE WHEN b.open_replies = n.ended THEN now() END
  FROM (SELECT broadcast_id, count(*)::integer AS ended, (count(*) FILTER (WHERE status <> 'completed'))::integer AS failed
    FROM ended GROUP BY broadcast_id ORDER BY broadcast_id) n
  WHERE b.id = n.broadcast_id
  RETURNING b.id, b.open_replies, b.replies, b.failed_replies
), published AS (
  INSERT INTO outbox (id, subject, aggregate_id, payload, headers)
  SELECT e.id, CASE WHEN c.open_replies = 0 THEN '${subjects.completed}' ELSE '${subjects.stored}' END, e.broadcast_id,
    e.payload || jsonb_build_object('replies', (
      SELECT jsonb_agg(reply) FROM jsonb_array_elements(e.payload->'replies') AS reply
      JOIN ended ON ended.message_id = (reply->>'messageId')::uuid
    )) || CASE WHEN c.open_replies = 0
      THEN jsonb_build_object('totalResponses', c.replies, 'totalErrors', c.failed_replies) ELSE '{}' END,
    e.headers
  FROM ${eventColumns.sql} AS e (${eventColumns.names})
  JOIN counted c ON c.id = e.broadcast_id
)
SELECT message_id FROM ended`,
};
