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
   * Extends leases, on the connection that is there for nothing else; answers which. A row that is locked is being ended or
   * cancelled: the next heartbeat sees what came of it, and no lease waits for the lock of another.
   */
  async extendLeases(owner: string, messageIds: readonly string[], leaseMs: number): Promise<Set<string>> {
    return this.#leaseQuery(
      `WITH own AS (
         SELECT message_id FROM dispatches WHERE message_id = ANY($2::uuid[]) AND owner = $1 AND state = 'running'
         FOR NO KEY UPDATE SKIP LOCKED)
       UPDATE dispatches d SET lease_until = now() + $3 * interval '1 millisecond'
       FROM own WHERE d.message_id = own.message_id RETURNING d.message_id`,
      [owner, messageIds, leaseMs],
    );
  }

  /** Those of these replies that are still this owner's. */
  async findHeld(owner: string, messageIds: readonly string[]): Promise<Set<string>> {
    return this.#leaseQuery(
      `SELECT message_id FROM dispatches WHERE message_id = ANY($2::uuid[]) AND owner = $1 AND state = 'running'`,
      [owner, messageIds],
    );
  }

  /** Leaves replies to the next process that looks for lapsed ones. */
  async releaseLeases(owner: string, messageIds: readonly string[]): Promise<void> {
    await this.#query(
      `WITH released AS (
         UPDATE dispatches SET lease_until = now()
         WHERE message_id = ANY($2::uuid[]) AND owner = $1 AND state = 'running' RETURNING 1
       ) SELECT 1`,
      [owner, messageIds],
    );
  }

  /** This owner's replies that a user has cancelled through another process. */
  async findCancelled(owner: string): Promise<string[]> {
    const rows = await this.#query<{ message_id: string }>(
      `SELECT message_id FROM dispatches WHERE owner = $1 AND state = 'running' AND cancel_requested`,
      [owner],
    );
    return rows.map((row) => row.message_id);
  }

  /**
   * Notes that a reply is asked for once more; `gap` when its first process is gone, since readers may have been shown
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

  async #leaseQuery(sql: string, values: unknown[]): Promise<Set<string>> {
    const rows = await this.database.leases.query<{ message_id: string }>(sql, values);
    return new Set(rows.map((row) => row.message_id));
  }

  async #query<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.database.worker.query<R[]>(sql, values);
  }
}
