import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { runNumberSql } from '../run-numbers/run-number-sql.js';
import type { KeptRun } from './scores.rules.js';
import { hostsOf } from './sources.rules.js';
import type { Reading, WatchAnswer, WatchState } from './watch.entity.js';

/** A run whose lease this process holds: what is stored counts only under its fence. */
export interface HeldRun {
  id: number;
  savedQueryId: number;
  userId: string;
  fence: number;
}

type AnswerRow = Omit<WatchAnswer, 'sources'> & { sources: ({ url?: string } | string)[] | null };

const toAnswer = ({ sources, ...row }: AnswerRow): WatchAnswer => ({
  ...row,
  sources: hostsOf((sources ?? []).map((each) => (typeof each === 'string' ? `https://${each}` : each.url))),
});

const resultColumns = `r.ai_service AS "aiService", 1 AS number, r.is_success AS "isSuccess", r.response AS text, r.error,
  r.response_time_ms AS "responseTimeMs", r.cost_micros::float8 AS "costMicros", r.cost_source AS "costSource",
  r.generation->'sources' AS sources`;
const answerColumns = `a.ai_service AS "aiService", a.number, a.is_success AS "isSuccess", a.response AS text, a.error,
  a.response_time_ms AS "responseTimeMs", a.cost_micros::float8 AS "costMicros", a.cost_source AS "costSource", a.sources`;

/** Judges have had their time after this; what they have not said by then is not waited for. */
const judgedWithinDays = 2;
const maxKept = 30;

const held = `SELECT id FROM executions WHERE id = $1 AND fence = $2 AND status = 'running' FOR KEY SHARE`;

/** What watching keeps of runs that are under way, with the worker role. */
@Injectable()
export class WatchRepository {
  /** What is known of a query; undefined when nothing is, or it was learned of another question. */
  async state(tx: Transaction, savedQueryId: number, basis: string): Promise<WatchState | undefined> {
    const [row] = await tx.query<{ state: WatchState }[]>(
      'SELECT state FROM watch_states WHERE saved_query_id = $1 AND basis = $2',
      [savedQueryId, basis],
    );
    return row?.state;
  }

  /** The results of a run, as answers. */
  async results(tx: Transaction, executionId: number): Promise<WatchAnswer[]> {
    const rows = await tx.query<AnswerRow[]>(
      `SELECT ${resultColumns} FROM execution_results r WHERE r.execution_id = $1`,
      [executionId],
    );
    return rows.map(toAnswer);
  }

  async furtherAnswers(tx: Transaction, executionId: number): Promise<WatchAnswer[]> {
    const rows = await tx.query<AnswerRow[]>(`SELECT ${answerColumns} FROM watch_answers a WHERE a.execution_id = $1`, [
      executionId,
    ]);
    return rows.map(toAnswer);
  }

  /** The latest answers of a service to the same question before a run, newest first. */
  async earlier(tx: Transaction, run: HeldRun, basis: string, aiService: string, max: number): Promise<WatchAnswer[]> {
    const rows = await tx.query<AnswerRow[]>(
      `SELECT * FROM (
         SELECT e.id AS run, ${resultColumns} FROM executions e JOIN execution_results r ON r.execution_id = e.id
         WHERE e.saved_query_id = $1 AND e.id < $2 AND e.watch->>'basis' = $3 AND r.ai_service = $4 AND r.is_success
         UNION ALL
         SELECT e.id, ${answerColumns} FROM executions e JOIN watch_answers a ON a.execution_id = e.id
         WHERE e.saved_query_id = $1 AND e.id < $2 AND e.watch->>'basis' = $3 AND a.ai_service = $4 AND a.is_success
       ) earlier ORDER BY run DESC, number LIMIT $5`,
      [run.savedQueryId, run.id, basis, aiService, max],
    );
    return rows.map(toAnswer);
  }

  /** The latest runs of the same question before a run that were kept to be judged, oldest first; those after one that is named. */
  async keptRuns(tx: Transaction, run: HeldRun, basis: string, after: number): Promise<KeptRun[]> {
    return tx.query<KeptRun[]>(
      `SELECT latest.id::float8 AS id, "broadcastId", "isOld", ${runNumberSql('q', 'latest.id')} AS number
       FROM (
         SELECT e.id, CASE WHEN e.is_judged AND e.round_state IN ('owed', 'unjudged', 'kept') THEN e.round_id END AS "broadcastId",
           coalesce(e.started_at, e.due_at) < now() - interval '${judgedWithinDays} days' AS "isOld"
         FROM executions e
         WHERE e.saved_query_id = $1 AND e.id < $2 AND e.id > $4 AND e.watch->>'basis' = $3
         ORDER BY e.id DESC LIMIT ${maxKept}
       ) latest JOIN saved_queries q ON q.id = $1 WHERE "broadcastId" IS NOT NULL ORDER BY latest.id`,
      [run.savedQueryId, run.id, basis, after],
    );
  }

  /** Idempotent. False when another process has the run. */
  storeAnswer(tx: Transaction, run: HeldRun, answer: WatchAnswer): Promise<boolean> {
    return isHeld(
      tx,
      `INSERT INTO watch_answers (execution_id, user_id, ai_service, number, is_success, response, error,
         response_time_ms, cost_micros, cost_source, sources)
       SELECT id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM held ON CONFLICT DO NOTHING`,
      [
        run.id,
        run.fence,
        run.userId,
        answer.aiService,
        answer.number,
        answer.isSuccess,
        answer.text,
        answer.error,
        Math.round(answer.responseTimeMs),
        answer.costMicros,
        answer.costSource,
        JSON.stringify(answer.sources),
      ],
    );
  }

  async reading(tx: Transaction, executionId: number, step: number): Promise<Reading | undefined> {
    const [row] = await tx.query<{ reading: Reading }[]>(
      'SELECT reading FROM watch_readings WHERE execution_id = $1 AND step = $2',
      [executionId, step],
    );
    return row?.reading;
  }

  /** Idempotent. False when another process has the run. */
  storeReading(tx: Transaction, run: HeldRun, step: number, reading: Reading): Promise<boolean> {
    return isHeld(
      tx,
      `INSERT INTO watch_readings (execution_id, user_id, step, reading)
       SELECT id, $3, $4, $5 FROM held ON CONFLICT DO NOTHING`,
      [run.id, run.fence, run.userId, step, JSON.stringify(reading)],
    );
  }

  async putState(tx: Transaction, run: HeldRun, basis: string, state: WatchState): Promise<void> {
    await tx.query(
      `INSERT INTO watch_states (saved_query_id, user_id, basis, state) VALUES ($1, $2, $3, $4)
       ON CONFLICT (saved_query_id) DO UPDATE SET basis = $3, state = $4, updated_at = now()`,
      [run.savedQueryId, run.userId, basis, JSON.stringify(state)],
    );
  }
}

async function isHeld(tx: Transaction, insert: string, values: unknown[]): Promise<boolean> {
  const [row] = await tx.query<{ isHeld: boolean }[]>(
    `WITH held AS (${held}), stored AS (${insert}) SELECT EXISTS (SELECT FROM held) AS "isHeld"`,
    values,
  );
  return row!.isHeld;
}
