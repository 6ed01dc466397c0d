import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AllowanceServiceDefinition, type TakeAllowanceRequest } from '@polylogue/proto';
import type { AppError } from '@polylogue/service-kit';
import { aUser, callerToken, farFromMidnight, until } from '@polylogue/test-kit';
import { everyPart } from './running.js';
import { startReplicas, type Replicas } from './replicas.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

const user = aUser();
let vendor: VendorServer;

beforeAll(async () => {
  vendor = await startVendorServer();
});
afterAll(async () => vendor?.close());

type Test = (take: ReturnType<typeof taker>, running: Replicas) => Promise<void>;

async function withTwo(env: Record<string, string>, test: Test) {
  const long = { stall: { timeouts: { gap: 60_000, total: 60_000 } } };
  const running = await startReplicas(2, everyPart(vendor.url, long), env);
  try {
    await test(taker(running), running);
  } finally {
    await running.close();
  }
}

/** Calls one replica, then the other. */
function taker(running: Replicas) {
  let turn = 0;
  return (repeatKey: string | undefined, change: Partial<TakeAllowanceRequest> = {}, by = user) =>
    running.all[turn++ % 2]!.client(AllowanceServiceDefinition)
      .takeAllowance(
        { aiServices: ['openai-hello', 'openai-hello'], textBytes: 2, repeatKey, ...change },
        { callerToken: callerToken(by) },
      )
      .then(
        () => 'taken',
        ({ code }: AppError) => code,
      );
}

describe('a request that is repeated under its key', () => {
  it('counts once, and is not refused by the limit it passed', () =>
    withTwo({ AI_DISPATCH_USER_CALLS_PER_MINUTE: '4' }, async (take) => {
      const key = `/api/send-message ${randomUUID()}`;
      expect(await Promise.all([take(key), take(key), take(key)])).toEqual(['taken', 'taken', 'taken']);
      // Two of four calls are left; then nothing, but for what has passed already.
      expect(await take(undefined)).toBe('taken');
      expect([await take(undefined), await take(key)]).toEqual(['user_limit', 'taken']);
      // Another request, another call, another user: no repeats.
      expect(await take(key, { aiServices: ['openai-hello'] })).toBe('user_limit');
      expect(await take(key, { textBytes: 3 })).toBe('user_limit');
      expect(await take(key.replace('send-message', 'continue-conversation'))).toBe('user_limit');
      expect(await take(key, { aiServices: Array.from({ length: 5 }, () => 'openai-hello') }, aUser())).toBe(
        'user_limit',
      );
    }));

  it('passes when the budget of its user was used up since', () =>
    withTwo({ AI_DISPATCH_USER_DAILY_TOKENS: '5000' }, async (take, running) => {
      await farFromMidnight();
      const key = `/api/send-message ${randomUUID()}`;
      expect(await take(key)).toBe('taken');
      await running.query(
        `INSERT INTO ai_dispatch.budget_days (user_id, day, spent_tokens) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 4900)
         ON CONFLICT (user_id, day) DO UPDATE SET spent_tokens = 4900`,
        user.userId,
      );
      expect([await take(undefined), await take(undefined)]).toEqual(['budget_exhausted', 'budget_exhausted']);
      expect([await take(key), await take(key)]).toEqual(['taken', 'taken']);
    }));

  it('is checked anew when it was refused', () =>
    withTwo({ AI_DISPATCH_USER_CALLS_PER_MINUTE: '1' }, async (take) => {
      const key = `/api/send-message ${randomUUID()}`;
      expect([await take(key), await take(key)]).toEqual(['user_limit', 'user_limit']);
    }));

  it('is not held against what its own calls hold since', () =>
    withTwo({ AI_DISPATCH_USER_STREAMS: '2' }, async (take, running) => {
      const key = `/api/send-message ${randomUUID()}`;
      expect(await take(key)).toBe('taken');
      const stop = new AbortController();
      const call = { token: callerToken(user), signal: stop.signal };
      const calls = running.all.map((each) => each.dispatch('openai-stall', call).catch(() => undefined));
      await until(async () => (await take(undefined)) === 'user_limit');
      expect(await take(key)).toBe('taken');
      stop.abort();
      await Promise.all(calls);
    }));
});
