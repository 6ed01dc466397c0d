import { Injectable } from '@nestjs/common';
import type { QueryVariable } from '@polylogue/api-contract/query-variables';
import type { Caller, Transaction } from '@polylogue/service-kit';
import { runNumberSql } from '../run-numbers/run-number-sql.js';
import { watchSql } from '../watch/watch-sql.js';
import type { ExecutionEntity, ResultEntity } from './execution.entity.js';

/** A page of executions ends before its texts outgrow an answer. */
const maxBytes = 8 * 1024 * 1024;

/** Executions as their owner sees them; every method takes the user. */
@Injectable()
export class ExecutionsRepository {
  /** The one that is waiting or running, if any. */
  async findOpen(tx: Transaction, userId: string, savedQueryId: number): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }[]>(
      `SELECT id::float8 AS id FROM executions
       WHERE saved_query_id = $2 AND user_id = $1 AND status IN ('pending', 'running')`,
      [userId, savedQueryId],
    );
    return row?.id;
  }

  /**
   * A run to begin now, of the query as it is, with its variables or these; undefined when one is open or there is no such
   * query.
   */
  async insertManual(
    tx: Transaction,
    { userId, apiKey }: Pick<Caller, 'userId' | 'apiKey'>,
    savedQueryId: number,
    variables?: readonly QueryVariable[],
  ): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO executions (saved_query_id, user_id, trigger_type, status, due_at, version, content, ai_services,
         api_key, variables, watch, keeps_round, is_judged)
       SELECT id, user_id, 'manual', 'pending', now(), version, content, ai_services, $3,
         coalesce($4::jsonb, variables, '[]'), CASE WHEN $4::jsonb IS NULL THEN ${watchSql('saved_queries')} END,
         keeps_rounds, is_judged
       FROM saved_queries
       WHERE id = $2 AND user_id = $1 ON CONFLICT DO NOTHING RETURNING id::float8 AS id`,
      [userId, savedQueryId, apiKey ? JSON.stringify(apiKey) : null, variables ? JSON.stringify(variables) : null],
    );
    return row?.id;
  }

  /** Newest first; `beforeId` 0 begins with the newest. */
  async page(tx: Transaction, userId: string, savedQueryId: number, beforeId: number, limit: number) {
    const rows = await tx.query<(Omit<ExecutionEntity, 'number'> & { bytes: number })[]>(
      `SELECT e.id::float8 AS id, e.saved_query_id::float8 AS "savedQueryId", e.user_id AS "userId", e.status,
         e.trigger_type AS "triggerType", coalesce(e.started_at, e.due_at) AS "executedAt",
         cardinality(e.ai_services) AS "totalResponses", e.error_message AS "errorMessage",
         e.sent_text AS "sentText", e.round_id AS "roundId", e.round_state AS "roundState",
         e.round_error AS "roundError", e.round_note AS "roundNote", e.is_judged AS "isJudged", r.successful::int AS "successfulResponses",
         (r.bytes + coalesce(octet_length(e.sent_text), 0))::float8 AS bytes
       FROM executions e CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE is_success) AS successful, coalesce(sum(octet_length(response) + coalesce(octet_length(generation::text), 0)
           + coalesce(octet_length(media::text), 0)), 0) AS bytes
         FROM execution_results WHERE execution_id = e.id) r
       WHERE e.saved_query_id = $2 AND e.user_id = $1 AND ($3 = 0 OR e.id < $3)
       ORDER BY e.id DESC LIMIT $4`,
      [userId, savedQueryId, beforeId, limit],
    );
    let bytes = 0;
    const page = rows.filter((row, index) => (bytes += row.bytes) <= maxBytes || index === 0);
    const newest = await this.#numberOf(tx, userId, savedQueryId, page[0]?.id);
    return page.map((row, index) => ({ ...row, number: newest - index }));
  }

  async #numberOf(tx: Transaction, userId: string, savedQueryId: number, id: number | undefined): Promise<number> {
    if (id === undefined) return 0;
    const [row] = await tx.query<{ number: number }[]>(
      `SELECT ${runNumberSql('q', '$3')} AS number FROM saved_queries q WHERE q.id = $2 AND q.user_id = $1`,
      [userId, savedQueryId, id],
    );
    // Deleted meanwhile, with its runs.
    return row?.number ?? 0;
  }

  /** In the order in which the services were chosen. */
  async resultsOf(tx: Transaction, userId: string, executionIds: readonly number[]): Promise<ResultEntity[]> {
    return tx.query<ResultEntity[]>(
      `SELECT r.id::float8 AS id, r.execution_id::float8 AS "executionId", r.ai_service AS "aiService",
         r.response_time_ms AS "responseTimeMs", r.tokens, r.response, r.error, r.created_at AS "createdAt",
         r.cost_micros::float8 AS "costMicros", r.cost_source AS "costSource", r.usage, r.generation, r.media,
         r.conversation_id AS "conversationId"
       FROM execution_results r JOIN executions e ON e.id = r.execution_id
       WHERE r.execution_id = ANY($2::bigint[]) AND r.user_id = $1
       ORDER BY array_position(e.ai_services, r.ai_service)`,
      [userId, executionIds],
    );
  }
}
