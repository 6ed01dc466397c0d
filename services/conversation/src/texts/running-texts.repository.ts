import { Generation, toStored } from '@polylogue/proto';
import { toDatabaseError, type ClaimedRun, type Database, type ProcessIdentity } from '@polylogue/service-kit';
import type { ReplyEnd } from '../live/broadcast.entity.js';
import type { TextTable } from './text.entity.js';

/** Writes of the texts this process runs: the worker role, and only while the text is this owner's and open. */
export class RunningTextsRepository {
  constructor(
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly table: TextTable,
  ) {}

  /** Stores the text so far. False when it is gone, ended, or another process'. */
  saveText(text: ClaimedRun, content: string): Promise<boolean> {
    return this.#update(text, 'content = $4', [content]);
  }

  noteRun(text: ClaimedRun, runs: number): Promise<boolean> {
    return this.#update(text, 'runs = $4', [runs]);
  }

  /** Stores an end. False when it is gone, ended, or another process': a stored end never changes. */
  end(text: ClaimedRun, content: string, end: ReplyEnd): Promise<boolean> {
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

  /** `set` begins with $4. False when it is no longer this process' to write. */
  async #update({ id, fence }: ClaimedRun, set: string, values: unknown[]): Promise<boolean> {
    const sql = `WITH written AS (
        UPDATE ${this.table} SET ${set} WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending' RETURNING 1
      ) SELECT 1 FROM written`;
    try {
      const rows = await this.database.worker.query<unknown[]>(sql, [id, this.identity.owner, fence, ...values]);
      return rows.length > 0;
    } catch (error) {
      throw toDatabaseError(error);
    }
  }
}
