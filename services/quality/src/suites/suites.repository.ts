import { Injectable } from '@nestjs/common';
import {
  BacktestBudget,
  BacktestCandidate,
  ChatMessage,
  fromStored,
  SuiteAssertion,
  SuiteGap,
  SuiteSchedule,
  toStored,
} from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { keepDeletedCalls } from '../judging/deleted-judge-calls.js';
import { listOf, storedList, storedText } from './stored-lists.js';
import type { CaseRow, NewCase, SuiteRow } from './suite.entity.js';
import { isKnownBefore } from './suite-schedule.rules.js';

/** A suite on its way into the store. */
export interface NewSuite extends Pick<SuiteRow, 'id' | 'name' | 'candidate' | 'budget' | 'assertions' | 'leftOut'> {
  judge: string | undefined;
  cases: readonly NewCase[];
  idempotencyKey: string | undefined;
  bodyHash: string | undefined;
}

type Stored<T, K extends keyof T> = Omit<T, K> & Record<K, unknown>;
type StoredSuite = Stored<SuiteRow, 'candidate' | 'budget' | 'assertions' | 'leftOut' | 'schedule'>;

/** The schedule of a suite and its next slot. What a process of the version before has set last counts. */
export const scheduleNow = 'coalesce(schedule, recurrence)';
export const slotNow = 'CASE WHEN schedule IS NULL THEN next_slot_at ELSE next_run_at END';

/** When a suite runs, while that is changed. */
export interface HeldSchedule extends Pick<SuiteRow, 'schedule' | 'nextRunAt'> {
  now: Date;
}

/** Suites and their cases, for their user. */
@Injectable()
export class SuitesRepository {
  /** False when there is one with its key. */
  async insert(tx: Transaction, userId: string, suite: NewSuite): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO suites (id, user_id, name, candidate, budget, assertions, left_out, judge, idempotency_key, body_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (user_id, idempotency_key) DO NOTHING RETURNING 1`,
      [
        suite.id,
        userId,
        suite.name,
        toStored(BacktestCandidate, suite.candidate),
        toStored(BacktestBudget, suite.budget),
        storedList(SuiteAssertion, suite.assertions),
        storedList(SuiteGap, suite.leftOut),
        suite.judge ?? null,
        suite.idempotencyKey ?? null,
        suite.bodyHash ?? null,
      ],
    );
    if (rows.length === 0) return false;
    const { cases } = suite;
    await tx.query(
      `INSERT INTO suite_cases (suite_id, user_id, number, message_id, conversation_id, broadcast_id, messages, question,
         context_bytes, assertions)
       SELECT $1, $2, nr, c.message_id, c.conversation_id, c.broadcast_id, c.messages, c.question, c.bytes, c.assertions
       FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::jsonb[], $7::text[], $8::integer[], $9::jsonb[])
         WITH ORDINALITY AS c (message_id, conversation_id, broadcast_id, messages, question, bytes, assertions, nr)`,
      [
        suite.id,
        userId,
        cases.map(({ messageId }) => messageId),
        cases.map(({ conversationId }) => conversationId),
        cases.map(({ broadcastId }) => broadcastId),
        cases.map(({ messageId, messages }) => (messageId === null ? storedList(ChatMessage, messages) : null)),
        cases.map(({ question }) => storedText(question)),
        cases.map(({ contextBytes }) => contextBytes),
        cases.map(({ assertions }) => storedList(SuiteAssertion, assertions)),
      ],
    );
    return true;
  }

  /** How many the user has; a second count waits until this transaction ends. */
  async count(tx: Transaction, userId: string): Promise<number> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`suites ${userId}`]);
    const [row] = await tx.query<{ n: number }[]>('SELECT count(*)::integer AS n FROM suites WHERE user_id = $1', [
      userId,
    ]);
    return row?.n ?? 0;
  }

  async findByKey(tx: Transaction, userId: string, key: string) {
    const [row] = await tx.query<{ id: string; bodyHash: string }[]>(
      'SELECT id, body_hash AS "bodyHash" FROM suites WHERE user_id = $1 AND idempotency_key = $2',
      [userId, key],
    );
    return row;
  }

  /** All of the user's, newest first, or one of them. */
  async list(tx: Transaction, userId: string, id?: string): Promise<SuiteRow[]> {
    const rows = await tx.query<StoredSuite[]>(
      `SELECT id, name, candidate, budget, assertions, left_out AS "leftOut", judge, ${scheduleNow} AS schedule,
         ${slotNow} AS "nextRunAt", created_at AS "createdAt", version, (SELECT count(*)::integer FROM suite_cases c WHERE c.suite_id = s.id AND c.user_id = $1) AS cases
       FROM suites s WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY created_at DESC, id DESC`,
      [userId, id ?? null],
    );
    return rows.map(fromRow);
  }

  async cases(tx: Transaction, userId: string, suiteId: string): Promise<CaseRow[]> {
    const rows = await tx.query<Stored<CaseRow, 'messages' | 'assertions'>[]>(
      `SELECT number, message_id AS "messageId", conversation_id AS "conversationId", broadcast_id AS "broadcastId",
         messages, question, context_bytes AS "contextBytes", assertions
       FROM suite_cases WHERE user_id = $1 AND suite_id = $2 ORDER BY number`,
      [userId, suiteId],
    );
    return rows.map((row) => ({
      ...row,
      messages: listOf(ChatMessage, row.messages),
      assertions: listOf(SuiteAssertion, row.assertions),
    }));
  }

  /** When it runs, held until this transaction ends: of two that are set at once the second replaces the first whole. */
  async lockSchedule(tx: Transaction, userId: string, id: string): Promise<HeldSchedule | undefined> {
    const [row] = await tx.query<(HeldSchedule & { schedule: unknown })[]>(
      `SELECT ${scheduleNow} AS schedule, ${slotNow} AS "nextRunAt", clock_timestamp() AS now
       FROM suites WHERE user_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [userId, id],
    );
    return row && { ...row, schedule: fromStored(SuiteSchedule, row.schedule) };
  }

  async setSchedule(
    tx: Transaction,
    userId: string,
    id: string,
    schedule: SuiteSchedule | undefined,
    nextRunAt: Date | undefined,
  ): Promise<void> {
    const values = [toStored(SuiteSchedule, schedule), nextRunAt ?? null];
    const isKnown = schedule !== undefined && isKnownBefore(schedule);
    await tx.query(
      `UPDATE suites SET schedule = $3, next_run_at = $4, recurrence = $5, next_slot_at = $6
       WHERE user_id = $1 AND id = $2`,
      [userId, id, ...(isKnown ? [...values, null, null] : [null, null, ...values])],
    );
  }

  /** The time by the database. */
  async now(tx: Transaction): Promise<Date> {
    const [row] = await tx.query<[{ now: Date }]>('SELECT now() AS now');
    return row.now;
  }

  /** Its version, and whether a run goes on; held until this transaction ends, so that none begins beside. */
  async lock(
    tx: Transaction,
    userId: string,
    id: string,
  ): Promise<{ version: number; isRunning: boolean } | undefined> {
    const [row] = await tx.query<{ version: number }[]>(
      'SELECT version FROM suites WHERE user_id = $1 AND id = $2 FOR NO KEY UPDATE',
      [userId, id],
    );
    if (!row) return undefined;
    // A statement of its own: it sees the run for which the lock was waited for.
    const running = await tx.query<unknown[]>(
      `SELECT 1 FROM suite_runs WHERE user_id = $1 AND suite_id = $2 AND status = 'running'`,
      [userId, id],
    );
    return { ...row, isRunning: running.length > 0 };
  }

  /** The next version. */
  async setAssertions(
    tx: Transaction,
    userId: string,
    id: string,
    assertions: readonly SuiteAssertion[],
    cases: readonly Pick<CaseRow, 'number' | 'assertions'>[],
  ): Promise<void> {
    await tx.query('UPDATE suites SET assertions = $3, version = version + 1 WHERE user_id = $1 AND id = $2', [
      userId,
      id,
      storedList(SuiteAssertion, assertions),
    ]);
    await tx.query(
      `UPDATE suite_cases c SET assertions = given.assertions
       FROM unnest($3::smallint[], $4::jsonb[]) AS given (number, assertions)
       WHERE c.user_id = $1 AND c.suite_id = $2 AND c.number = given.number`,
      [userId, id, cases.map(({ number }) => number), cases.map((each) => storedList(SuiteAssertion, each.assertions))],
    );
  }

  async delete(tx: Transaction, userId: string, id: string): Promise<void> {
    await tx.query(
      `WITH gone AS (
         SELECT t.user_id, t.begun_at AS made_at, t.judge_calls AS calls FROM suite_results t
         JOIN suite_runs r ON r.id = t.run_id WHERE t.user_id = $1 AND r.suite_id = $2
       ) ${keepDeletedCalls}`,
      [userId, id],
    );
    await tx.query('DELETE FROM suites WHERE user_id = $1 AND id = $2', [userId, id]);
  }
}

function fromRow({ candidate, budget, assertions, leftOut, schedule, ...row }: StoredSuite): SuiteRow {
  return {
    ...row,
    candidate: fromStored(BacktestCandidate, candidate)!,
    budget: fromStored(BacktestBudget, budget)!,
    assertions: listOf(SuiteAssertion, assertions),
    leftOut: listOf(SuiteGap, leftOut),
    schedule: fromStored(SuiteSchedule, schedule),
  };
}
