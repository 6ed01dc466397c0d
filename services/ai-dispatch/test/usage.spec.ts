import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CostSource, UsageGroup, UsageServiceDefinition, type SumUsageRequest, type UsageRow } from '@polylogue/proto';
import { anAdmin, aUser, callerToken, farFromMidnight, until } from '@polylogue/test-kit';
import pg from 'pg';
import type { EndedCall } from '../src/ledger/call.entity.js';
import { CallsRepository } from '../src/ledger/calls.repository.js';
import { LostCallsCron } from '../src/ledger/lost-calls.cron.js';
import { daysBefore } from '../src/usage/days.rules.js';
import { everyPart } from './running.js';
import { priceFile, startReplicas, type Replicas } from './replicas.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

let vendor: VendorServer;
let running: Replicas;
let today: string;
const [ada, bob] = [aUser(), aUser()];
const admin = { callerToken: callerToken(anAdmin()) };

beforeAll(async () => {
  await farFromMidnight();
  today = new Date().toISOString().slice(0, 10);
  vendor = await startVendorServer();
  const file = priceFile([{ service: 'openai-hello', input: 2, output: '10.5' }]);
  running = await startReplicas(1, everyPart(vendor.url, { stall: { timeouts: { gap: 100 } } }), {
    AI_PRICES_FILE: file.path,
  });
  file.remove();
});
afterAll(async () => {
  await running?.close();
  await vendor?.close();
});

const endOf = (aiService: string, user: { userId: string }) =>
  running.all[0]!.dispatch(aiService, { token: callerToken(user) }).then(({ end }) => end);
const client = () => running.all[0]!.client(UsageServiceDefinition);
const sum = (request: Partial<SumUsageRequest> = {}) =>
  client().sumUsage({ from: today, to: today, group: UsageGroup.AI_SERVICE, limit: 0, ...request }, admin);
async function list(from = today, to = today): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  for await (const page of client().listUsage({ from, to }, admin)) rows.push(...page.rows);
  return rows;
}

describe('what calls cost', () => {
  it('is what the provider said, else what the price list makes of the tokens, else unknown', async () => {
    expect((await endOf('openai-compatible-hello', ada)).cost).toEqual({
      amount: 0.00042,
      currency: 'USD',
      source: CostSource.PROVIDER,
    });
    // 19 tokens at 2 dollars and 8 at 10.5 per million.
    expect((await endOf('openai-hello', ada)).cost).toEqual({
      amount: 0.000122,
      currency: 'USD',
      source: CostSource.ESTIMATE,
    });
    expect((await endOf('anthropic-hello', ada)).cost).toBeUndefined();
    expect((await endOf('openai-hello', bob)).cost?.amount).toBe(0.000122);
    // One that broke off midway has cost something, and one that was refused nothing.
    await endOf('google-stall', bob);
    await endOf('google-status-400', bob);
    await until(async () => (await sum()).total?.calls === 6);
  });

  it('stands in the ledger in whole micros', async () => {
    const rows = await running.query(
      `SELECT ai_service, cost_micros::int, cost_currency, cost_source FROM ai_dispatch.calls
       WHERE user_id = $1 ORDER BY ai_service`,
      ada.userId,
    );
    expect(rows).toEqual([
      { ai_service: 'anthropic-hello', cost_micros: null, cost_currency: null, cost_source: null },
      { ai_service: 'openai-compatible-hello', cost_micros: 420, cost_currency: 'USD', cost_source: 'provider' },
      { ai_service: 'openai-hello', cost_micros: 122, cost_currency: 'USD', cost_source: 'estimate' },
    ]);
  });

  it('is summed for all users and services', async () => {
    expect((await sum()).total).toEqual({
      calls: 6,
      failures: 2,
      inputTokens: 76,
      outputTokens: 32,
      uncountedCalls: 1,
      reportedMicros: 420,
      estimatedMicros: 244,
      unpricedCalls: 2,
      cachedTokens: 0,
      reasoningTokens: 0,
    });
  });

  it('is summed per service, user and day, the dearest first', async () => {
    const services = await sum();
    expect(services.found).toBe(5);
    expect(services.rows.slice(0, 2).map(({ aiService }) => aiService)).toEqual([
      'openai-compatible-hello',
      'openai-hello',
    ]);
    expect(services.rows[1]).toMatchObject({ sums: { calls: 2, estimatedMicros: 244 } });
    const users = await sum({ group: UsageGroup.USER });
    expect(users.rows.map(({ userId, sums }) => [userId, sums?.calls])).toEqual([
      [ada.userId, 3],
      [bob.userId, 3],
    ]);
    expect((await sum({ group: UsageGroup.DAY })).rows).toMatchObject([{ day: today, sums: { calls: 6 } }]);
    expect((await sum({ limit: 1 })).rows).toHaveLength(1);
    expect((await sum({ limit: 1 })).found).toBe(5);
  });

  it('can be had row by row', async () => {
    expect((await list()).map(({ day, aiService, sums }) => [day, aiService, sums?.calls]).sort()).toEqual(
      [
        [today, 'anthropic-hello', 1],
        [today, 'google-stall', 1],
        [today, 'google-status-400', 1],
        [today, 'openai-compatible-hello', 1],
        [today, 'openai-hello', 1],
        [today, 'openai-hello', 1],
      ].sort(),
    );
    expect(await list('2020-01-01', '2020-01-31')).toEqual([]);
  });

  it('is measured for each provider', async () => {
    const text = await (await fetch(`${running.all[0]!.service.healthUrl}/metrics`)).text();
    const labels = 'provider="openai",ai_service="openai-hello"';
    expect(text).toContain(`ai_calls_total{${labels},outcome="completed",failure="none",service="ai-dispatch"} 2`);
    expect(text).toContain(`ai_tokens_total{${labels},direction="output",service="ai-dispatch"} 16`);
    expect(text).toContain(`ai_cost_usd_total{${labels},source="estimate",service="ai-dispatch"} 0.000244`);
    expect(text).toContain(`ai_active_calls{${labels},service="ai-dispatch"} 0`);
    expect(text).toContain(`ai_breaker_state{${labels},service="ai-dispatch"} 0`);
    expect(text).toMatch(/ai_first_token_seconds_bucket\{le="0.05",.*ai_service="openai-hello".*\} [012]\n/);
    expect(text).toContain('ai_unpriced_calls_total{provider="google",ai_service="google-stall"');
    expect(text).not.toContain(ada.userId);
  });
});

describe('counting', () => {
  // Budgets of older days are forgotten, a second after the start for the first time.
  const day = daysBefore(new Date(), 2);
  const ended = (props: Partial<EndedCall> = {}): EndedCall => ({
    callId: randomUUID(),
    userId: ada.userId,
    aiService: 'counted',
    model: 'm',
    startedAt: new Date(`${day}T23:59:59.900Z`),
    endedAt: new Date(Date.parse(`${day}T23:59:59.900Z`) + 5_100),
    outcome: 'completed',
    attempts: 1,
    totalMs: 5_100,
    usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7, cachedInputTokens: 2, reasoningTokens: 1 },
    responseModel: 'm-2026',
    cost: { micros: 5, source: 'estimate' },
    spent: { micros: 5, tokens: 7 },
    ...props,
  });
  const write = (calls: EndedCall[]) => running.all[0]!.service.app.get(CallsRepository, { strict: false }).end(calls);
  const counted = async (userId: string) => (await list(day, day)).filter((row) => row.userId === userId);

  it('counts a call on the day it began, and once, however often its end is written', async () => {
    const calls = Array.from({ length: 40 }, () => ended());
    await Promise.all([write(calls.slice(0, 30)), write(calls.slice(10))]);
    await write(calls);
    expect(await counted(ada.userId)).toMatchObject([
      {
        day,
        sums: {
          calls: 40,
          inputTokens: 120,
          outputTokens: 160,
          estimatedMicros: 200,
          cachedTokens: 80,
          reasoningTokens: 40,
        },
      },
    ]);
  });

  it('counts a call once that several processes end at once, in any order', async () => {
    const userId = randomUUID();
    const calls = Array.from({ length: 60 }, () => ended({ userId }));
    await running.all[0]!.service.app.get(CallsRepository, { strict: false }).begin(calls);
    await Promise.all([write(calls), write(calls.toReversed()), write(calls.slice(20)), write(calls.slice(0, 40))]);
    expect(await counted(userId)).toMatchObject([{ sums: { calls: 60 } }]);
  });

  it('counts a call whose beginning is being written when it ends', async () => {
    const call = ended({ userId: randomUUID() });
    const { callId, userId, aiService, model, startedAt } = call;
    const client = new pg.Client({ connectionString: running.all[0]!.database.adminUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        'INSERT INTO ai_dispatch.calls (call_id, user_id, ai_service, model, started_at) VALUES ($1, $2, $3, $4, $5)',
        [callId, userId, aiService, model, startedAt],
      );
      const ending = write([call]);
      await until(async () => {
        const [row] = await running.query<{ waits: boolean }>(
          `SELECT bool_or(NOT granted) AS waits FROM pg_locks WHERE locktype = 'transactionid'`,
        );
        return row!.waits;
      });
      await client.query('COMMIT');
      await ending;
    } finally {
      await client.end();
    }
    expect(await counted(userId)).toMatchObject([{ sums: { calls: 1, inputTokens: 3 } }]);
    expect(await running.query('SELECT outcome FROM ai_dispatch.calls WHERE call_id = $1', callId)).toEqual([
      { outcome: 'completed' },
    ]);
  });

  it('agrees with the ledger, and survives batches that touch the same days in any order', async () => {
    const users = Array.from({ length: 8 }, () => randomUUID());
    const batches = Array.from({ length: 12 }, (_, turn) =>
      users.map((userId, index) => ended({ userId, aiService: `s${(index * turn) % 3}` })).sort(() => (turn % 2) - 0.5),
    );
    // As many at once as a busy machine opens connections for within their time.
    for (let at = 0; at < batches.length; at += 4) await Promise.all(batches.slice(at, at + 4).map(write));
    const difference = await running.query(
      `SELECT (started_at AT TIME ZONE 'UTC')::date AS day, user_id, ai_service, count(*), sum(cost_micros), sum(input_tokens)
       FROM ai_dispatch.calls WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3
       EXCEPT
       SELECT day, user_id, ai_service, calls, nullif(reported_micros + estimated_micros, 0), nullif(input_tokens, 0)
       FROM ai_dispatch.usage_days`,
    );
    expect(difference).toEqual([]);
    const spent = await running.query<{ spent: number }>(
      'SELECT spent_micros::int AS spent FROM ai_dispatch.budget_days WHERE user_id = ANY($1)',
      users,
    );
    expect(spent.map((row) => row.spent)).toEqual(users.map(() => 60));
  });

  it('ends and counts the calls whose process is gone, once, and leaves those that may still be under way', async () => {
    const { userId } = aUser();
    const { app } = running.all[0]!.service;
    const begun = (startedAt: Date) => ({ callId: randomUUID(), userId, aiService: 'lost', model: 'm', startedAt });
    const long = new Date(`${day}T10:00:00Z`);
    const lost = Array.from({ length: 501 }, () => begun(long));
    const open = begun(new Date());
    const calls = app.get(CallsRepository, { strict: false });
    await calls.begin(lost);
    await calls.begin([open]);
    await running.query(
      `INSERT INTO ai_dispatch.budget_days (user_id, day, reserved_micros, reserved_tokens) VALUES ($1, $2, 30, 9)`,
      userId,
      day,
    );
    await running.query(
      `INSERT INTO ai_dispatch.reservations (call_id, user_id, day, micros, tokens) VALUES ($1, $2, $3, 30, 9)`,
      lost[500]!.callId,
      userId,
      day,
    );
    await running.query(`UPDATE ai_dispatch.ledger_watch SET ended_before = $1`, long.toISOString());
    const cron = app.get(LostCallsCron, { strict: false });
    await Promise.all([cron.end(), cron.end()]);
    expect(await counted(userId)).toMatchObject([
      { day, sums: { calls: 501, failures: 501, uncountedCalls: 501, unpricedCalls: 501 } },
    ]);
    const rows = await running.query(
      `SELECT outcome, error_code, total_ms, count(*)::int FROM ai_dispatch.calls WHERE user_id = $1
       GROUP BY 1, 2, 3 ORDER BY 4`,
      userId,
    );
    expect(rows).toEqual([
      { outcome: null, error_code: null, total_ms: null, count: 1 },
      { outcome: 'interrupted', error_code: 'process_lost', total_ms: null, count: 501 },
    ]);
    const spent = await running.query(
      `SELECT spent_micros::int, spent_tokens::int, reserved_micros::int FROM ai_dispatch.budget_days WHERE user_id = $1`,
      userId,
    );
    expect(spent).toEqual([{ spent_micros: 30, spent_tokens: 9, reserved_micros: 0 }]);
    // What was looked through is not looked through again; what may still be under way is.
    const watch = `SELECT ended_before > $1::timestamptz + interval '1 day' AND ended_before < $2 AS moved
      FROM ai_dispatch.ledger_watch`;
    expect(await running.query(watch, long.toISOString(), open.startedAt.toISOString())).toEqual([{ moved: true }]);
  });

  it('is written in place where a call ends', async () => {
    const fixed = await running.query<{ definition: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = 'ai_dispatch.calls'::regclass`,
    );
    const begun = ['call_id', 'user_id', 'ai_service', 'started_at'];
    const columns = fixed.map(({ definition }) => /USING \w+ \((.*?)\)(.*)$/.exec(definition)!.slice(1));
    expect(columns.length).toBeGreaterThan(0);
    for (const [indexed = '', condition = ''] of columns) {
      expect(begun).toEqual(expect.arrayContaining(indexed.split(', ').map((each) => each.split(' ')[0])));
      expect(condition).not.toMatch(/WHERE/);
    }
  });

  it('sums per API key, and knows it of a call whose beginning was not written', async () => {
    const [owner, apiKeyId, other] = [randomUUID(), randomUUID(), randomUUID()];
    const byKey = { userId: owner, apiKeyId };
    await write([ended(byKey), ended({ ...byKey, apiKeyId: other }), ended(byKey), ended({ userId: owner })]);
    const { rows, found } = await sum({ group: UsageGroup.API_KEY, from: day });
    const own = rows.filter(({ userId }) => userId === owner);
    expect(own).toMatchObject([
      { apiKeyId, sums: { calls: 2 } },
      { apiKeyId: other, sums: { calls: 1 } },
    ]);
    expect(found).toBe(rows.length);
  });

  it('keeps the sums of an erased user under the nil user', async () => {
    const gone = randomUUID();
    await write([ended({ userId: gone }), ended({ userId: gone, apiKeyId: randomUUID() })]);
    await running.query('SELECT ai_dispatch.erase_user($1)', gone);
    expect(await counted(gone)).toEqual([]);
    expect(await counted('00000000-0000-0000-0000-000000000000')).toMatchObject([{ sums: { calls: 2 } }]);
    for (const table of ['calls', 'budget_days', 'reservations', 'key_days']) {
      expect(await running.query(`SELECT 1 FROM ai_dispatch.${table} WHERE user_id = $1`, gone)).toEqual([]);
    }
  });
});

describe('who may look', () => {
  it.each([
    ['an ordinary user', aUser()],
    ['another user', bob],
  ])('is not %s', async (_who, user) => {
    const own = { callerToken: callerToken(user) };
    const range = { from: today, to: today };
    const refusal = { kind: 'forbidden', code: 'admin_required' };
    await expect(client().sumUsage({ ...range, group: UsageGroup.DAY, limit: 0 }, own)).rejects.toMatchObject(refusal);
    const rows = client().listUsage(range, own)[Symbol.asyncIterator]();
    await expect(rows.next()).rejects.toMatchObject(refusal);
  });

  it('reports what is wrong with a request', async () => {
    const fault = { kind: 'invalid', code: 'invalid_usage_request' };
    await expect(sum({ from: '2026-02-30' })).rejects.toMatchObject({ ...fault, issues: [{ path: 'from' }] });
    await expect(sum({ from: '2020-01-01' })).rejects.toMatchObject(fault);
    await expect(sum({ group: UsageGroup.UNSPECIFIED })).rejects.toMatchObject({
      ...fault,
      issues: [{ path: 'group' }],
    });
  });
});
