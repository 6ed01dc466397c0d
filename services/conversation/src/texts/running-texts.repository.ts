import { Generation, toStored } from '@polylogue/proto';
import type { Database, ProcessIdentity } from '@polylogue/service-kit';
import type { ReplyEnd } from '../live/broadcast.entity.js';
import type { TextTable } from './text.entity.js';

/** A text as this process claimed it. */
export interface ClaimedText {
  id: string;
  fence: number;
}

/** A text whose lease has lapsed, claimed by this process. */
export interface LapsedText extends ClaimedText {
  content: string;
  cancel_requested: boolean;
  /** Milliseconds since it was stored. */
  waited_ms: number;
}

/** Writes of the texts this process runs: the worker role, and only while the text is this owner's and open. */
export class RunningTextsRepository {
  constructor(
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly table: TextTable,
  ) {}

  /** Stores the text so far. False when it is gone, ended, or another process'. */
  saveText(text: ClaimedText, content: string): Promise<boolean> {
    return this.#update(text, 'content = $4', [content]);
  }

  noteRun(text: ClaimedText, runs: number): Promise<boolean> {
    return this.#update(text, 'runs = $4', [runs]);
  }

  /** Stores an end. False when it is gone, ended, or another process': a stored end never changes. */
  end(text: ClaimedText, content: string, end: ReplyEnd): Promise<boolean> {
    const { usage, cost, generation } = end;
    return this.#update(
      text,
      `content = $4, status = $5, ended_at = now(), response_time_ms = $6, first_token_ms = $7, input_tokens = $8,
       output_tokens = $9, total_tokens = $10, cost_amount = $11, cost_currency = $12, cost_source = $13,
       stop_reason = $14, error_code = $15, error = $16, cached_input_tokens = $17, reasoning_tokens = $18,
       generation = $19`,
      [
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
        usage?.cachedInputTokens ?? null,
        usage?.reasoningTokens ?? null,
        toStored(Generation, generation),
      ],
    );
  }

  /** Claims texts whose lease has lapsed. */
  claimLapsed(leaseMs: number, max: number) {
    return this.database.worker.query<LapsedText[]>(
      `WITH lapsed AS (
         SELECT id FROM ${this.table} WHERE status = 'pending' AND lease_until < now()
         ORDER BY lease_until LIMIT $3 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE ${this.table} t
         SET owner = $1, fence = t.fence + 1, lease_until = now() + $2 * interval '1 millisecond'
         FROM lapsed WHERE t.id = lapsed.id
         RETURNING t.id, t.fence, t.content, t.cancel_requested,
           (extract(epoch FROM now() - t.created_at) * 1000)::integer AS waited_ms
       ) SELECT * FROM claimed`,
      [this.identity.owner, Math.round(leaseMs), max],
    );
  }

  /** `set` begins with $4. False when it is no longer this process' to write. */
  async #update({ id, fence }: ClaimedText, set: string, values: unknown[]): Promise<boolean> {
    const rows = await this.database.worker.query<unknown[]>(
      `WITH written AS (
         UPDATE ${this.table} SET ${set} WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending' RETURNING 1
       ) SELECT 1 FROM written`,
      [id, this.identity.owner, fence, ...values],
    );
    return rows.length > 0;
  }
}
