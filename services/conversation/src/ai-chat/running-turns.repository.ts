import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import type { ReplyEnd } from '../live/broadcast.entity.js';

/** What the store says to the sign of life of a turn. */
export interface Pulse {
  cancelRequested: boolean;
}

/** Writes of the turns this process runs: the worker role, and only while the turn is this owner's and open. */
@Injectable()
export class RunningTurnsRepository {
  constructor(private readonly database: Database) {}

  /** Stores the text so far and extends the lease. Undefined when the turn is gone, ended, or somebody else's. */
  async pulse(id: string, owner: string, content: string, leaseMs: number): Promise<Pulse | undefined> {
    const [row] = await this.#query<{ cancel_requested: boolean }>(
      `WITH alive AS (
         UPDATE ai_chat_turns SET content = $3, lease_until = now() + $4 * interval '1 millisecond'
         WHERE id = $1 AND owner = $2 AND status = 'pending' RETURNING cancel_requested
       ) SELECT cancel_requested FROM alive`,
      [id, owner, content, Math.round(leaseMs)],
    );
    return row && { cancelRequested: row.cancel_requested };
  }

  async noteRun(id: string, owner: string, runs: number): Promise<boolean> {
    const rows = await this.#query(
      `WITH noted AS (
         UPDATE ai_chat_turns SET runs = $3 WHERE id = $1 AND owner = $2 AND status = 'pending' RETURNING 1
       ) SELECT 1 FROM noted`,
      [id, owner, runs],
    );
    return rows.length > 0;
  }

  /** Stores an end. False when there was nothing to end any more: what ended never changes. */
  async end(id: string, owner: string, content: string, end: ReplyEnd): Promise<boolean> {
    const { usage, cost } = end;
    const rows = await this.#query(
      `WITH ended AS (
         UPDATE ai_chat_turns SET content = $3, status = $4, ended_at = now(), response_time_ms = $5,
           first_token_ms = $6, input_tokens = $7, output_tokens = $8, total_tokens = $9, cost_amount = $10,
           cost_currency = $11, cost_source = $12, stop_reason = $13, error_code = $14, error = $15
         WHERE id = $1 AND owner = $2 AND status = 'pending' RETURNING 1
       ) SELECT 1 FROM ended`,
      [
        id,
        owner,
        content,
        end.status,
        Math.round(end.responseTimeMs),
        end.firstTokenMs === undefined ? null : Math.round(end.firstTokenMs),
        usage?.inputTokens ?? null,
        usage?.outputTokens ?? null,
        usage?.totalTokens ?? null,
        cost?.amount ?? null,
        cost?.currency ?? null,
        cost?.source ?? null,
        end.stopReason ?? null,
        end.errorCode ?? null,
        end.error ?? null,
      ],
    );
    return rows.length > 0;
  }

  /** Takes over turns whose process gave no sign of life. */
  claimLapsed(owner: string, leaseMs: number, max: number) {
    return this.#query<{ id: string; content: string; cancel_requested: boolean; waited_ms: number }>(
      `WITH lapsed AS (
         SELECT id FROM ai_chat_turns WHERE status = 'pending' AND lease_until < now()
         ORDER BY lease_until LIMIT $3 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE ai_chat_turns t SET owner = $1, lease_until = now() + $2 * interval '1 millisecond'
         FROM lapsed WHERE t.id = lapsed.id
         RETURNING t.id, t.content, t.cancel_requested,
           (extract(epoch FROM now() - t.created_at) * 1000)::integer AS waited_ms
       ) SELECT * FROM claimed`,
      [owner, Math.round(leaseMs), max],
    );
  }

  async #query<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.database.worker.query<R[]>(sql, values);
  }
}
