import { Injectable } from '@nestjs/common';
import { Database, outboxColumns, type OutboxRow } from '@polylogue/service-kit';
import type { BegunCall, EndedCall } from './call.entity.js';

const beginSql = `
INSERT INTO ai_dispatch.calls (call_id, user_id, ai_service, model, started_at)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
ON CONFLICT (call_id) DO NOTHING
RETURNING call_id`;

// A call whose beginning could not be written is written whole here; one that has ended stays as it ended.
const endSql = `
WITH ended AS (
  INSERT INTO ai_dispatch.calls AS c (
    call_id, user_id, ai_service, model, started_at, ended_at, outcome, error_code, stop_reason, attempts,
    first_token_ms, total_ms, input_tokens, output_tokens, total_tokens, cost_amount, cost_currency, cost_source
  )
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::text[],
    $9::text[], $10::integer[], $11::integer[], $12::integer[], $13::integer[], $14::integer[], $15::integer[],
    $16::double precision[], $17::text[], $18::text[]
  )
  ON CONFLICT (call_id) DO UPDATE SET
    ended_at = excluded.ended_at, outcome = excluded.outcome, error_code = excluded.error_code,
    stop_reason = excluded.stop_reason, attempts = excluded.attempts, first_token_ms = excluded.first_token_ms,
    total_ms = excluded.total_ms, input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
    total_tokens = excluded.total_tokens, cost_amount = excluded.cost_amount,
    cost_currency = excluded.cost_currency, cost_source = excluded.cost_source
  WHERE c.ended_at IS NULL AND c.user_id = excluded.user_id
  RETURNING call_id
)
INSERT INTO ai_dispatch.outbox (${outboxColumns})
SELECT told.id, told.subject, told.aggregate_id, told.payload, told.headers
FROM unnest($19::uuid[], $20::text[], $21::text[], $22::jsonb[], $23::jsonb[])
  AS told (id, subject, aggregate_id, payload, headers)
JOIN ended ON ended.call_id = told.aggregate_id::uuid`;

/** The ledger's rows. Written by the worker role: a batch holds the calls of many users. */
@Injectable()
export class CallsRepository {
  constructor(private readonly database: Database) {}

  /** Answers the ids that were new. */
  async begin(calls: readonly BegunCall[]): Promise<Set<string>> {
    const rows: { call_id: string }[] = await this.database.worker.query(beginSql, columnsOf(calls.map(beginning)));
    return new Set(rows.map(({ call_id }) => call_id));
  }

  /** Ends calls and tells it, in one statement. */
  async end(calls: readonly { call: EndedCall; told: OutboxRow }[]): Promise<void> {
    const rows = calls.map(({ call, told }) => [
      ...beginning(call),
      ...ending(call),
      ...[told.id, told.subject, told.aggregateId, told.payload, told.headers],
    ]);
    await this.database.worker.query(endSql, columnsOf(rows));
  }
}

type Value = string | number | Date | null | undefined;

const beginning = ({ callId, userId, aiService, model, startedAt }: BegunCall): Value[] => [
  callId,
  userId,
  aiService,
  model,
  startedAt,
];

const ending = ({ usage, cost, ...call }: EndedCall): Value[] => [
  call.endedAt,
  call.outcome,
  call.errorCode,
  call.stopReason,
  call.attempts,
  call.firstTokenMs,
  call.totalMs,
  usage?.inputTokens,
  usage?.outputTokens,
  usage?.totalTokens,
  cost?.amount,
  cost?.currency,
  cost?.source,
];

/** Rows to the columns `unnest` takes. */
function columnsOf(rows: Value[][]): Value[][] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}
