import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { RoundState } from './execution.entity.js';
import type { OwedRound, RoundResult } from './round.entity.js';

// TypeORM answers an UPDATE with its rows and their count.
const changed = async <T>(tx: Transaction, sql: string, values: unknown[]): Promise<T[]> => {
  const [rows] = await tx.query<[T[], number]>(sql, values);
  return rows;
};

/** Runs on their way into History, with the worker role. */
@Injectable()
export class RoundsRepository {
  /**
   * Owes the round of a run that has just ended, where it wants one and something was answered. Its ids are made here: whichever process
   * hands it over, and however often, it is one.
   */
  async owe(tx: Transaction, executionId: number): Promise<boolean> {
    const owed = await changed<{ id: number }>(
      tx,
      `UPDATE executions SET round_state = 'owed', round_id = $2, round_due_at = now()
       WHERE id = $1 AND keeps_round AND round_state IS NULL
         AND EXISTS (SELECT FROM execution_results WHERE execution_id = $1) RETURNING id`,
      [executionId, uuid()],
    );
    if (owed.length === 0) return false;
    const results = await tx.query<{ id: string }[]>(
      `SELECT r.id FROM execution_results r JOIN executions e ON e.id = r.execution_id
       WHERE e.id = $1 ORDER BY array_position(e.ai_services, r.ai_service)`,
      [executionId],
    );
    // In their order: History shows the threads of a comparison by their ids.
    await tx.query(
      `UPDATE execution_results r SET conversation_id = n.conversation
       FROM unnest($1::bigint[], $2::uuid[]) AS n (id, conversation) WHERE r.id = n.id`,
      [results.map(({ id }) => id), results.map(() => uuid())],
    );
    return true;
  }

  /**
   * Runs whose query is kept in History and whose round is not owed yet: a scheduler of the version before began or ended them. Of
   * the last day, and of queries that were not changed since.
   */
  async left(tx: Transaction, maxRuns: number): Promise<{ id: number; isJudged: boolean }[]> {
    return tx.query(
      `SELECT e.id::float8 AS id, q.is_judged AS "isJudged"
       FROM saved_queries q CROSS JOIN LATERAL (
         SELECT id, due_at, ended_at, status, keeps_round, round_state FROM executions
         WHERE saved_query_id = q.id ORDER BY id DESC LIMIT 20) e
       WHERE q.keeps_rounds AND e.status IN ('completed', 'failed') AND e.round_state IS NULL
         AND e.ended_at > now() - interval '1 day' AND (e.keeps_round OR q.updated_at < e.due_at - interval '1 minute')
         AND EXISTS (SELECT FROM execution_results WHERE execution_id = e.id)
       ORDER BY e.id LIMIT $1`,
      [maxRuns],
    );
  }

  /** As it would have been noted when the run was requested. */
  async keep(tx: Transaction, executionId: number, isJudged: boolean): Promise<void> {
    await tx.query(
      `UPDATE executions SET is_judged = CASE WHEN keeps_round THEN is_judged ELSE $2 END, keeps_round = true
       WHERE id = $1 AND round_state IS NULL`,
      [executionId, isJudged],
    );
  }

  /** Takes one whose turn it is, new ones before those that failed; no other process takes it before `leaseMs` has passed. */
  async take(tx: Transaction, leaseMs: number): Promise<OwedRound | undefined> {
    const [row] = await changed<OwedRound>(
      tx,
      `UPDATE executions e SET round_due_at = now() + $1 * interval '1 millisecond', round_tries = round_tries + 1
       FROM saved_queries q
       WHERE q.id = e.saved_query_id AND e.id = (
         SELECT id FROM executions WHERE round_state IN ('owed', 'unjudged') AND round_due_at <= now()
         ORDER BY round_tries > 0, round_due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING e.id::float8 AS "executionId", e.saved_query_id::float8 AS "savedQueryId", e.user_id AS "userId",
         e.round_id AS "roundId", e.round_state AS state, e.is_judged AS "isJudged", e.round_tries AS tries, q.title,
         q.rubric_id AS "rubricId",
         q.time_zone AS "timeZone", coalesce(e.sent_text, e.content) AS question,
         coalesce(e.started_at, e.due_at) AS "askedAt"`,
      [leaseMs],
    );
    return row;
  }

  /** In the order in which the services were chosen; without those that were removed from History meanwhile. */
  resultsOf(tx: Transaction, executionId: number): Promise<RoundResult[]> {
    return tx.query<RoundResult[]>(
      `SELECT r.ai_service AS "aiService", r.conversation_id AS "conversationId", r.is_success AS "isSuccess", r.response,
         r.error, r.response_time_ms AS "responseTimeMs", r.cost_micros::float8 AS "costMicros",
         r.cost_source AS "costSource", r.usage, r.generation, r.media, r.created_at AS "createdAt"
       FROM execution_results r JOIN executions e ON e.id = r.execution_id
       WHERE r.execution_id = $1 AND r.conversation_id IS NOT NULL
       ORDER BY array_position(e.ai_services, r.ai_service)`,
      [executionId],
    );
  }

  /** Only onwards from the state in which it was taken: one that was removed meanwhile stays removed. */
  async settle(
    tx: Transaction,
    { executionId, state }: OwedRound,
    next: RoundState,
    { error, note }: { error: string | null; note: string | null },
  ): Promise<boolean> {
    const rows = await changed<unknown>(
      tx,
      `UPDATE executions SET round_state = $3, round_error = $4, round_note = $5, round_due_at = now(), round_tries = 0
       WHERE id = $1 AND round_state = $2 RETURNING 1`,
      [executionId, state, next, error, note],
    );
    return rows.length > 0;
  }

  async putBack(tx: Transaction, { executionId, state }: OwedRound, pauseMs: number): Promise<void> {
    await tx.query(
      `UPDATE executions SET round_due_at = now() + $3 * interval '1 millisecond' WHERE id = $1 AND round_state = $2`,
      [executionId, state, pauseMs],
    );
  }

  /** Notes that threads are no longer in History; a run without any of its threads is removed there. Answers those runs. */
  async remove(tx: Transaction, userId: string, conversationIds: readonly string[]) {
    const touched = await changed<{ id: number }>(
      tx,
      `UPDATE execution_results SET conversation_id = NULL WHERE user_id = $1 AND conversation_id = ANY($2::uuid[])
       RETURNING execution_id::float8 AS id`,
      [userId, conversationIds],
    );
    if (touched.length === 0) return [];
    return changed<{ id: number; savedQueryId: number; userId: string }>(
      tx,
      `UPDATE executions e SET round_state = 'removed', round_error = NULL, round_note = NULL
       WHERE e.id = ANY($1::bigint[]) AND e.user_id = $2 AND e.round_state IS NOT NULL AND NOT EXISTS (
         SELECT FROM execution_results r WHERE r.execution_id = e.id AND r.conversation_id IS NOT NULL)
       RETURNING e.id::float8 AS id, e.saved_query_id::float8 AS "savedQueryId", e.user_id AS "userId"`,
      [touched.map(({ id }) => id), userId],
    );
  }
}
