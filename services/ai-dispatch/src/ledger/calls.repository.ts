import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, isDuplicate, runPreparedAsWorker, type Prepared } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { currency } from '../prices/micros.rules.js';
import type { Spending } from '../limits/estimate.rules.js';
import type { BegunCall, EndedCall } from './call.entity.js';
import { endCalls } from './end-calls.js';

const insertCalls = `
INSERT INTO ai_dispatch.calls (call_id, user_id, ai_service, model, started_at, api_key_id)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::uuid[])`;

/** Fails when one of them is there: a row that may be there is written to the log with one more record. */
const beginCalls: Prepared = { name: 'begin-calls', text: insertCalls };

/** Answers the ids that were new. */
const beginNewCalls: Prepared = {
  name: 'begin-new-calls',
  text: `${insertCalls} ON CONFLICT (call_id) DO NOTHING RETURNING call_id`,
};

interface OpenRow {
  call_id: string;
  user_id: string;
  ai_service: string;
  model: string;
  started_at: Date;
  api_key_id: string | null;
  micros: string;
  tokens: string;
}

/** The ledger's rows. Written by the worker role: a batch holds the calls of many users. */
@Injectable()
export class CallsRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
  ) {}

  /** Answers the ids that were new. */
  async begin(calls: readonly BegunCall[]): Promise<Set<string>> {
    const values = columnsOf(calls.map(beginning));
    try {
      await runPreparedAsWorker(this.database, beginCalls, values);
      return new Set(calls.map(({ callId }) => callId));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const rows = await runPreparedAsWorker<{ call_id: string }>(this.database, beginNewCalls, values);
    return new Set(rows.map(({ call_id }) => call_id));
  }

  /** Calls without an end that began before a moment and behind what was looked through, the oldest first, with what a budget set aside for them. */
  async findOpen(startedBefore: Date, max: number): Promise<(BegunCall & { reserved: Spending })[]> {
    const rows = await this.database.worker.query<OpenRow[]>(
      `SELECT c.call_id, c.user_id, c.ai_service, c.model, c.started_at, c.api_key_id,
         coalesce(r.micros, k.micros, 0) AS micros, coalesce(r.tokens, 0) AS tokens
       FROM ai_dispatch.calls c LEFT JOIN ai_dispatch.reservations r USING (call_id)
         LEFT JOIN ai_dispatch.key_reservations k USING (call_id)
       WHERE c.ended_at IS NULL AND c.started_at < $1
         AND c.started_at >= (SELECT ended_before FROM ai_dispatch.ledger_watch)
       ORDER BY c.started_at, c.call_id LIMIT $2`,
      [startedBefore, max],
    );
    return rows.map((row) => ({
      callId: row.call_id,
      userId: row.user_id,
      aiService: row.ai_service,
      model: row.model,
      startedAt: row.started_at,
      apiKeyId: row.api_key_id ?? undefined,
      reserved: { micros: Number(row.micros), tokens: Number(row.tokens) },
    }));
  }

  /** All calls that began before this have an end: they need not be looked through again. */
  async watchFrom(moment: Date): Promise<void> {
    // Not into the future of Postgres, however wrong the clock of this process is.
    await this.database.worker.query(
      'UPDATE ai_dispatch.ledger_watch SET ended_before = greatest(ended_before, least($1, now()))',
      [moment],
    );
  }

  /** Ends calls and counts them, in one statement. Answers whether it brought events: a budget is near its end. */
  async end(calls: readonly EndedCall[]): Promise<boolean> {
    // In one order, so that two batches with the same calls never wait for each other.
    const ordered = calls.toSorted((one, other) => (one.callId < other.callId ? -1 : 1));
    const rows = ordered.map((call) => [...beginning(call), ...ending(call)]);
    const { AI_DISPATCH_USER_DAILY_BUDGET: micros, AI_DISPATCH_USER_DAILY_TOKENS: tokens } = this.config;
    const budget = [micros || null, tokens || null];
    const events = await runPreparedAsWorker(this.database, endCalls, [...columnsOf(rows), ...budget]);
    return events.length > 0;
  }
}

type Value = string | number | boolean | Date | null | undefined;

const beginning = ({ callId, userId, aiService, model, startedAt, apiKeyId }: BegunCall): Value[] => [
  callId,
  userId,
  aiService,
  model,
  startedAt,
  apiKeyId,
];

const ending = (call: EndedCall): Value[] => {
  const { usage, cost, spent, expected } = call;
  return [
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
    usage?.cachedInputTokens,
    usage?.reasoningTokens,
    call.responseModel,
    cost?.micros,
    cost && currency,
    cost?.source,
    spent.micros,
    spent.tokens,
    call.sentBytes,
    call.hasSchema,
    expected?.lowMicros,
    expected?.highMicros,
    call.task,
  ];
};

/** Rows to the columns `unnest` takes. */
function columnsOf(rows: Value[][]): Value[][] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}
