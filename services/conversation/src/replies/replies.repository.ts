import { Injectable } from '@nestjs/common';
import { Database, runPreparedAsWorker } from '@polylogue/service-kit';
import type { EventGap } from '../live/stored-events.rules.js';
import {
  endColumns,
  eventColumns,
  partColumns,
  storeParts,
  storePartsAndEnds,
  type EndRow,
  type EventRow,
  type PartRow,
} from './store-replies.js';

/** The rows that are written together. */
export interface ReplyRows {
  parts: PartRow[];
  ends: EndRow[];
  events: EventRow[];
}

/** A reply that waits for the one before it, and the fence under which it does. */
export interface WaitingReply {
  messageId: string;
  fence: number;
}

/** Writes of the replies this process runs, for many users at once: the worker role, always under the fence. */
@Injectable()
export class RepliesRepository {
  constructor(private readonly database: Database) {}

  /** Answers the messages that ended; one that is missing belongs to another process by now. */
  async store({ parts, ends, events }: ReplyRows): Promise<Set<string>> {
    if (ends.length === 0) {
      if (parts.length > 0) await runPreparedAsWorker(this.database, storeParts, partColumns.values(parts));
      return new Set();
    }
    const values = [...partColumns.values(parts), ...endColumns.values(ends), ...eventColumns.values(events)];
    const rows = await runPreparedAsWorker<{ message_id: string }>(this.database, storePartsAndEnds, values);
    return new Set(rows.map((row) => row.message_id));
  }

  /**
   * Notes that a reply is dispatched once more; `gap` when its first process is gone, since readers may have been shown
   * text that was never stored. False when it belongs to another process by now.
   */
  async noteRun(messageId: string, fence: number, runs: number, gap?: EventGap): Promise<boolean> {
    const rows = await this.#query(
      `WITH noted AS (
         UPDATE dispatches SET runs = $3, text_fence = fence,
           lost_after_event_id = coalesce(lost_after_event_id, $4), run_from_event_id = coalesce($5, run_from_event_id)
         WHERE message_id = $1 AND fence = $2 AND state = 'running' RETURNING 1
       ) SELECT 1 FROM noted`,
      [messageId, fence, runs, gap?.lostAfter ?? null, gap?.from ?? null],
    );
    return rows.length > 0;
  }

  /**
   * Ends the waiting of those replies of which the one before has ended; answers which. Where that one was taken back while it
   * waited, the one before it counts as well. What is still open before one is left out of what it is sent with. One that is
   * to be stopped is not sent any more.
   */
  async endWaits(waiting: readonly WaitingReply[]): Promise<string[]> {
    const rows = await this.#query<{ message_id: string }>(
      `WITH RECURSIVE line (message_id, waits_for) AS (
         SELECT d.message_id, d.waits_for FROM dispatches d
         JOIN unnest($1::uuid[], $2::integer[]) AS waiting (message_id, fence) USING (message_id, fence)
         UNION ALL
         SELECT line.message_id, before.waits_for FROM line
         JOIN dispatches before ON before.message_id = line.waits_for WHERE before.waits_for IS NOT NULL
       ), due AS (
         SELECT d.message_id FROM dispatches d
         JOIN unnest($1::uuid[], $2::integer[]) AS waiting (message_id, fence) USING (message_id, fence)
         WHERE d.state = 'running' AND NOT d.cancel_requested AND NOT EXISTS (
           SELECT FROM line JOIN dispatches before ON before.message_id = line.waits_for
           WHERE line.message_id = d.message_id AND before.state = 'running')
         ORDER BY d.message_id FOR UPDATE OF d
       ), begun AS (
         UPDATE dispatches d SET waits_for = NULL, left_out = ARRAY(
           SELECT m.id FROM messages r JOIN messages m ON m.conversation_id = r.conversation_id
           WHERE r.id = d.message_id AND m.position < r.position AND m.status = 'pending')
         FROM due WHERE d.message_id = due.message_id
         RETURNING d.message_id
       ) SELECT message_id FROM begun`,
      [waiting.map(({ messageId }) => messageId), waiting.map(({ fence }) => fence)],
    );
    return rows.map(({ message_id }) => message_id);
  }

  /** Deletes the parts of replies that ended long ago; their messages have the text. Answers how many, at most `max`. */
  deleteOldParts(olderThanMs: number, max: number): Promise<number> {
    return this.#count(
      `WITH gone AS (
         DELETE FROM reply_parts WHERE ctid = ANY (ARRAY(
           SELECT p.ctid FROM reply_parts p JOIN dispatches d ON d.message_id = p.message_id
           WHERE p.created_at < now() - $1 * interval '1 millisecond'
             AND d.state = 'ended' AND d.ended_at < now() - $1 * interval '1 millisecond' LIMIT $2)) RETURNING 1
       ) SELECT count(*)::integer AS n FROM gone`,
      [olderThanMs, max],
    );
  }

  /** Deletes idempotency keys older than a day. Answers how many, at most `max`. */
  deleteExpiredKeys(max: number): Promise<number> {
    return this.#count(
      `WITH gone AS (
         DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM idempotency WHERE created_at < now() - interval '24 hours' LIMIT $1)) RETURNING 1
       ) SELECT count(*)::integer AS n FROM gone`,
      [max],
    );
  }

  async #count(sql: string, values: unknown[]): Promise<number> {
    const [row] = await this.#query<{ n: number }>(sql, values);
    return row!.n;
  }

  async #query<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.database.worker.query<R[]>(sql, values);
  }
}
