import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EndKind } from '@polylogue/proto';
import { until } from '@polylogue/test-kit';
import { randomUUID } from 'node:crypto';
import { everyPart, startRunning, type Running } from './running.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

let vendor: VendorServer;
let running: Running;

beforeAll(async () => {
  vendor = await startVendorServer();
});
afterEach(() => running.close());
afterAll(() => vendor.close());

describe('one failing service', () => {
  it('is left alone after repeated failures, tried again after a while, and used again once it answers', async () => {
    const env = { AI_DISPATCH_BREAKER_FAILURES: '3', AI_DISPATCH_BREAKER_MS: '3000' };
    running = await startRunning(everyPart(vendor.url), { env });
    const name = 'openai-compatible-fails-thrice';
    expect((await running.dispatch(name)).end.error?.code).toBe('provider_error');
    expect(vendor.requestsFor(name)).toHaveLength(3);

    const refused = await running.dispatch(name);
    expect(refused.end).toMatchObject({ kind: EndKind.FAILED, error: { code: 'breaker_open', retryable: true } });
    expect(refused.end.error?.sentence).toMatch(/failed on its side\. It failed several times in a row/);
    expect(vendor.requestsFor(name)).toHaveLength(3);
    expect((await running.dispatch('openai-compatible-hello')).end.kind).toBe(EndKind.COMPLETED);

    await until(async () => (await running.dispatch(name)).end.kind === EndKind.COMPLETED, { what: 'a half-open try' });
    expect(vendor.requestsFor(name)).toHaveLength(4);
    expect((await running.dispatch(name)).end.kind).toBe(EndKind.COMPLETED);
  });

  it('says what the provider did where the attempts of the call itself open the breaker', async () => {
    const env = { AI_DISPATCH_BREAKER_FAILURES: '2', AI_DISPATCH_BREAKER_MS: '600000' };
    running = await startRunning(everyPart(vendor.url), { env });
    const { end } = await running.dispatch('google-fails-thrice');
    expect(end).toMatchObject({ kind: EndKind.FAILED, error: { code: 'provider_error' } });
    expect(vendor.requestsFor('google-fails-thrice')).toHaveLength(2);
  });

  it('takes no slot from another, however many wait for it', async () => {
    const narrow = { limits: { concurrency: 2, queue: 1 } };
    running = await startRunning(everyPart(vendor.url, { hang: narrow }));
    const cancel = new AbortController();
    const refused: (string | undefined)[] = [];
    const calls = Array.from({ length: 6 }, async () => {
      const { end } = await running.dispatch('google-hang', { signal: cancel.signal });
      refused.push(end.error?.code);
    });
    const settled = Promise.allSettled(calls);
    await until(() => refused.length === 3 && vendor.requestsFor('google-hang').length === 2);
    expect(refused).toEqual(['overloaded', 'overloaded', 'overloaded']);
    const others = await Promise.all(
      ['openai', 'anthropic', 'google', 'openai-compatible'].map((each) => running.dispatch(`${each}-hello`)),
    );
    expect(others.map(({ end }) => end.kind)).toEqual(others.map(() => EndKind.COMPLETED));
    expect(vendor.requestsFor('google-hang').map(({ isClosed }) => isClosed)).toEqual([false, false]);
    cancel.abort(new Error('enough'));
    await settled;
    await until(() => vendor.requestsFor('google-hang').every(({ isClosed }) => isClosed));
  });
});

describe('a ledger that cannot be written', () => {
  it('delays and fails nothing, and is caught up when the database is back', async () => {
    const lines: Record<string, unknown>[] = [];
    running = await startRunning(everyPart(vendor.url), { onLog: (line) => lines.push(line) });
    const { worker } = running.service.database;
    await worker.destroy();
    const callId = randomUUID();
    const { end, text } = await running.dispatch('anthropic-hello', { callId });
    expect(end.kind).toBe(EndKind.COMPLETED);
    expect(text).not.toBe('');
    await until(() => lines.some((line) => line['msg'] === 'writing the ledger failed; retrying'));
    await worker.initialize();
    const sql = 'SELECT outcome FROM ai_dispatch.calls WHERE call_id = $1';
    const rows = () => worker.query(sql, [callId]) as Promise<{ outcome: string }[]>;
    await until(async () => (await rows()).length > 0, { what: 'the line of the call' });
    expect(await rows()).toEqual([{ outcome: 'completed' }]);
  });
});
