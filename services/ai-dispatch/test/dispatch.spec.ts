import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { CostSource, DispatchServiceDefinition, EndKind } from '@polylogue/proto';
import { aUser, callerToken, until } from '@polylogue/test-kit';
import pg from 'pg';
import { RepliesService } from '../src/dispatch/replies.service.js';
import { CallsRepository } from '../src/ledger/calls.repository.js';
import { everyPart, protocols, secretKey, startRunning, type Running } from './running.js';
import { pathOf, startVendorServer, type VendorServer } from './vendor-server.js';

let vendor: VendorServer;
let silent: Server;
let running: Running;
const lines: string[] = [];
const sentences: string[] = [];

beforeAll(async () => {
  vendor = await startVendorServer();
  // Takes connections and never says a word: a TLS handshake with it never ends.
  silent = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const silentPort = (silent.address() as AddressInfo).port;
  const rows = everyPart(vendor.url, {
    hang: { timeouts: { firstToken: 200 } },
    stall: { timeouts: { gap: 200 } },
    trickle: { timeouts: { total: 1_500 } },
    'status-401': { limits: { concurrency: 1 } },
  });
  for (const provider of protocols) {
    const address = { provider, baseUrl: vendor.url + pathOf(provider), apiKey: secretKey };
    rows.push({ ...address, name: `${provider}-open`, displayName: 'Open', model: 'stall' });
  }
  const nowhere = { model: 'm', provider: 'openai-compatible', apiKey: secretKey, displayName: 'Nowhere' };
  rows.push({ ...nowhere, name: 'refuses-connections', baseUrl: 'http://127.0.0.1:1/v1' });
  const tls = { baseUrl: `https://127.0.0.1:${silentPort}/v1`, timeouts: { connect: 200 } };
  rows.push({ ...nowhere, name: 'never-connects', ...tls });
  running = await startRunning(rows, {
    env: { AI_DISPATCH_BREAKER_FAILURES: '1000' },
    onLog: (line) => lines.push(JSON.stringify(line)),
  });
});

afterAll(async () => {
  await running?.close();
  await vendor?.close();
  silent?.close();
  expect(lines.join('\n')).not.toContain(secretKey);
  expect(sentences.join('\n')).not.toContain(secretKey);
});

async function query<R extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: running.database.adminUrl });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const ledgerRow = (callId: string) =>
  until(async () => {
    const [row] = await query('SELECT * FROM ai_dispatch.calls WHERE call_id = $1 AND ended_at IS NOT NULL', callId);
    return row;
  });

describe.each(protocols)('a service that speaks %s', (protocol) => {
  it('streams its reply and ends it once, with usage and times, and the ledger knows', async () => {
    const callId = randomUUID();
    const user = aUser();
    const { text, ends } = await running.dispatch(`${protocol}-slow-hello`, { callId, token: callerToken(user) });
    expect(text).toBe('Grüße, 世界 👋🏽\n');
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({
      kind: EndKind.COMPLETED,
      stopReason: 'stop',
      usage: { inputTokens: 19, outputTokens: 8, totalTokens: 27 },
      error: undefined,
    });
    expect(ends[0]?.firstTokenMs).toBeLessThanOrEqual(ends[0]?.totalMs ?? -1);

    expect(await ledgerRow(callId)).toMatchObject({
      user_id: user.userId,
      ai_service: `${protocol}-slow-hello`,
      outcome: 'completed',
      attempts: 1,
      input_tokens: 19,
      output_tokens: 8,
      error_code: null,
    });
  });

  it.each([
    ['hang', 'timeout_first_token', EndKind.FAILED, true, 1],
    ['stall', 'timeout_gap', EndKind.INTERRUPTED, true, 1],
    ['trickle', 'timeout_total', EndKind.INTERRUPTED, true, 1],
    ['cut', 'broken_stream', EndKind.INTERRUPTED, true, 1],
    ['silent-end', 'broken_stream', EndKind.INTERRUPTED, true, 1],
    ['malformed', 'broken_stream', EndKind.INTERRUPTED, true, 1],
    ['flood', 'reply_too_large', EndKind.INTERRUPTED, false, 1],
    ['drop', 'unreachable', EndKind.FAILED, true, 3],
    ['html', 'refused', EndKind.FAILED, false, 1],
    ['redirect', 'refused', EndKind.FAILED, false, 1],
    ['status-400', 'bad_request', EndKind.FAILED, false, 1],
    ['status-401', 'invalid_key', EndKind.FAILED, false, 1],
    ['status-403', 'invalid_key', EndKind.FAILED, false, 1],
    ['status-404', 'refused', EndKind.FAILED, false, 1],
    ['status-429', 'rate_limited', EndKind.FAILED, true, 3],
    ['status-429-later', 'rate_limited', EndKind.FAILED, true, 1],
    ['status-500', 'provider_error', EndKind.FAILED, true, 3],
    ['status-529', 'overloaded', EndKind.FAILED, true, 3],
  ])('%s: %s', async (part, code, kind, retryable, attempts) => {
    const name = `${protocol}-${part}`;
    const callId = randomUUID();
    const { text, ends } = await running.dispatch(name, { callId });
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({ kind, error: { code, retryable } });
    expect(ends[0]?.error?.sentence).toContain(`${protocol} ${part}`);
    sentences.push(JSON.stringify(ends));
    expect(text === '').toBe(kind === EndKind.FAILED);
    expect(text.length).toBeLessThanOrEqual(1024 * 1024);
    expect(vendor.requestsFor(name)).toHaveLength(attempts);
    expect(await ledgerRow(callId)).toMatchObject({
      error_code: code,
      attempts,
      cost_micros: null,
      input_tokens: null,
    });
    // Nothing stays open at the provider once the reply has ended.
    await until(() => vendor.requestsFor(name).every(({ isClosed }) => isClosed));
    expect(vendor.others).toEqual([]);
  });

  it.each(['busy-once', 'drop-once'])('retries by itself before anything has come: %s', async (part) => {
    const { text, end } = await running.dispatch(`${protocol}-${part}`);
    expect(end.kind).toBe(EndKind.COMPLETED);
    expect(text).toBe('Grüße, 世界 👋🏽\n');
    expect(vendor.requestsFor(`${protocol}-${part}`)).toHaveLength(2);
  });

  it('is left within a second when the call is cancelled, and the ledger says cancelled', async () => {
    const before = vendor.requestsFor(`${protocol}-stall`).length;
    const callId = randomUUID();
    const cancel = new AbortController();
    const answered = running.dispatch(`${protocol}-open`, {
      callId,
      signal: cancel.signal,
      onDelta: () => cancel.abort(new Error('stopped')),
    });
    await answered.catch(() => undefined);
    await until(() => vendor.requestsFor(`${protocol}-stall`)[before]?.isClosed, { what: 'the closed socket' });
    expect(await ledgerRow(callId)).toMatchObject({ outcome: 'cancelled', error_code: null });
  });

  it('gets the key and nothing else of ours', async () => {
    await running.dispatch(`${protocol}-hello`);
    const { headers } = vendor.requestsFor(`${protocol}-hello`)[0]!;
    const names = Object.keys(headers);
    expect(JSON.stringify(headers)).toContain(secretKey);
    expect(names.filter((name) => /cookie|traceparent|x-request-id|x-user|caller/.test(name))).toEqual([]);
  });
});

it('says so when a service takes no connection, after trying three times', async () => {
  const { end } = await running.dispatch('refuses-connections');
  expect(end).toMatchObject({ kind: EndKind.FAILED, error: { code: 'unreachable', retryable: true } });
});

it('gives connecting a deadline of its own', async () => {
  const { end } = await running.dispatch('never-connects');
  expect(end).toMatchObject({ kind: EndKind.FAILED, error: { code: 'timeout_connect', retryable: true } });
});

it("ends within what is left of the caller's deadline", async () => {
  const { end, text } = await running.dispatch('openai-open', { deadlineMs: 1_500 });
  expect(text).toBe('Grü');
  expect(end).toMatchObject({ kind: EndKind.INTERRUPTED, error: { code: 'timeout_total' } });
});

it('hands on the cost a provider reports', async () => {
  const { end } = await running.dispatch('openai-compatible-hello');
  expect(end.cost).toEqual({ amount: 0.00042, currency: 'USD', source: CostSource.PROVIDER });
});

describe('who may and what is taken', () => {
  it('refuses users who wait for approval, and calls no provider', async () => {
    const before = vendor.requestsFor('openai-hello').length;
    const refused = running.dispatch('openai-hello', { token: callerToken(aUser({ isApproved: false })) });
    await expect(refused).rejects.toMatchObject({ kind: 'forbidden', code: 'approval_required' });
    expect(vendor.requestsFor('openai-hello')).toHaveLength(before);
  });

  it('refuses a service that is not configured', async () => {
    await expect(running.dispatch('nobody')).rejects.toMatchObject({ kind: 'not_found', code: 'unknown_ai_service' });
  });

  it('says what is wrong with a call', async () => {
    const client = running.client(DispatchServiceDefinition);
    const request = { callId: 'x', aiService: 'openai-hello', messages: [], temperature: 3 };
    const events = client.dispatch(request, { callerToken: callerToken(aUser()) })[Symbol.asyncIterator]();
    const error = { kind: 'invalid', code: 'invalid_dispatch' };
    await expect(events.next()).rejects.toMatchObject({ ...error, issues: expect.any(Array) });
  });

  it('refuses a call id the second time, later as well as at the same moment', async () => {
    const callId = randomUUID();
    const twice = await Promise.allSettled([1, 2].map(() => running.dispatch('google-slow-hello', { callId })));
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const row = await ledgerRow(callId);
    const again = running.dispatch('google-slow-hello', { callId });
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'call_id_taken' });
    expect(await ledgerRow(callId)).toEqual(row);
  });

  it('refuses a call id the second time, however late the ledger knows', async () => {
    const callId = randomUUID();
    await running.dispatch('google-hello', { callId });
    await ledgerRow(callId);
    const calls = running.service.app.get(CallsRepository, { strict: false });
    const replies = running.service.app.get(RepliesService, { strict: false });
    let know = () => {};
    const known = new Promise<void>((resolve) => (know = resolve));
    const begin = jest.spyOn(calls, 'begin').mockImplementation(async () => {
      await known;
      return new Set();
    });
    const fetch = replies.fetch.bind(replies);
    const fetched = jest
      .spyOn(replies, 'fetch')
      .mockImplementation((...order) => fetch(...order).finally(() => setImmediate(know)));
    try {
      const again = running.dispatch('google-hello', { callId });
      await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'call_id_taken' });
    } finally {
      begin.mockRestore();
      fetched.mockRestore();
    }
  });

  it("shows a user the user's own calls only", async () => {
    const [mine, other] = [aUser(), aUser()];
    const callId = randomUUID();
    await running.dispatch('openai-hello', { callId, token: callerToken(mine) });
    await ledgerRow(callId);
    const seenBy = (userId: string) =>
      running.service.database.asUser(userId, (tx) => tx.query('SELECT call_id FROM ai_dispatch.calls')) as Promise<
        object[]
      >;
    expect(await seenBy(mine.userId)).toEqual([{ call_id: callId }]);
    expect(await seenBy(other.userId)).toEqual([]);
  });
});
