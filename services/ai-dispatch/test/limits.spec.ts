import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AllowanceServiceDefinition } from '@polylogue/proto';
import type { AppError } from '@polylogue/service-kit';
import { Redis } from 'ioredis';
import type { CallerToken } from '@polylogue/service-kit';
import { anAdmin, aUser, backingUrls, callerToken, farFromMidnight, freePort, until } from '@polylogue/test-kit';
import { BudgetsRepository } from '../src/limits/budgets.repository.js';
import { DayTotals } from '../src/limits/day-totals.js';
import { Slots } from '../src/limits/slots.js';
import { everyPart } from './running.js';
import { countEnds, priceFile, startReplicas, type Replicas } from './replicas.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

let vendor: VendorServer;
let replicas: Replicas | undefined;

beforeAll(async () => {
  vendor = await startVendorServer();
});
afterAll(async () => vendor?.close());

const long = { stall: { timeouts: { gap: 60_000, total: 60_000 } } };

async function withReplicas(count: number, env: Record<string, string>, test: (running: Replicas) => Promise<void>) {
  const limits = { callsPerMinute: 4, streams: 2 };
  const rows = everyPart(vendor.url, long).map((row) =>
    (row as { name: string }).name.startsWith('google-') ? { ...row, limits } : row,
  );
  replicas = await startReplicas(count, rows, env);
  try {
    await test(replicas);
  } finally {
    await replicas.close();
  }
}

/** A service acting for a user without a session: what a schedule or a judge is. */
const later = (user = aUser()) => ({ token: callerToken(user, 'scheduler') });
const inSession = (user = aUser()) => ({ token: callerToken(user) });

/** Calls that begin and do not end until they are let go. */
function holdMany(running: Replicas, count: number, aiService: string, token: CallerToken) {
  let open = 0;
  const stops: AbortController[] = [];
  const refused: string[] = [];
  const done = Promise.all(
    Array.from({ length: count }, async (_, turn) => {
      const stop = new AbortController();
      stops.push(stop);
      const answered = running.all[turn % running.all.length]!.dispatch(aiService, {
        token,
        signal: stop.signal,
        onDelta: () => (open += 1),
      });
      const answer = await answered.catch(() => undefined);
      if (answer?.end.error) refused.push(answer.end.error.code);
    }),
  );
  return {
    decided: () => until(() => open + refused.length === count, { what: 'all calls decided' }),
    counts: () => ({ open, refused: refused.length, codes: [...new Set(refused)] }),
    letGo: async (some = stops.length) => {
      for (const stop of stops.splice(0, some)) stop.abort(new Error('let go'));
      if (stops.length === 0) await done;
    },
  };
}

/** Budgets of which it was published that they are near their end. */
const nearEnds = async (running: Replicas) => {
  const sql = `SELECT payload FROM ai_dispatch.outbox WHERE subject = 'ai_dispatch.budget_near_end.v1'`;
  const rows = await running.query<{ payload: Record<string, unknown> }>(sql);
  return rows.map(({ payload }) => payload);
};

describe('with limits for each user', () => {
  it('makes exactly as many calls in a minute as there may be, however many replicas are called at once', () =>
    withReplicas(3, { AI_DISPATCH_USER_CALLS_PER_MINUTE: '7' }, async (running) => {
      const [one, other] = [later(), later()];
      const [answers, others] = await Promise.all([
        running.dispatchMany(30, 'openai-hello', one),
        running.dispatchMany(5, 'openai-hello', other),
      ]);
      expect(countEnds(answers)).toEqual({ completed: 7, user_limit: 23 });
      expect(countEnds(others)).toEqual({ completed: 5 });
      const refused = answers.find(({ end }) => end.error)?.end.error;
      expect(refused).toMatchObject({ retryable: true, sentence: expect.stringMatching(/Try again in a minute\.$/) });
      // A refusal is no call: nothing in the ledger, nothing at the vendor.
      await until(async () => {
        const rows = await running.query('SELECT 1 FROM ai_dispatch.calls WHERE ended_at IS NOT NULL');
        return rows.length === 12;
      });
    }));

  it('takes the calls of a request in a session as a whole, all of it or none', () =>
    withReplicas(3, { AI_DISPATCH_USER_CALLS_PER_MINUTE: '10' }, async (running) => {
      const user = aUser();
      const take = (turn: number, count: number) =>
        running.all[turn % 3]!.client(AllowanceServiceDefinition)
          .takeAllowance(
            { aiServices: Array.from({ length: count }, () => 'openai-hello'), textBytes: 2 },
            { callerToken: callerToken(user) },
          )
          .then(
            ({ limited }) => (limited ? 'taken' : 'unlimited'),
            (error: AppError) => error,
          );
      const answers = await Promise.all(Array.from({ length: 9 }, (_, turn) => take(turn, 3)));
      expect(answers.filter((answer) => answer === 'taken')).toHaveLength(3);
      for (const refusal of answers.filter((answer) => typeof answer !== 'string')) {
        expect(refusal).toMatchObject({ kind: 'rate_limited', code: 'user_limit' });
        expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
        expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
      }
      // One call is left, and a smaller request still gets it.
      expect(await take(0, 1)).toBe('taken');
      expect(await take(1, 1)).toMatchObject({ code: 'user_limit' });
      // What was taken in the gateway is not counted again when it is dispatched.
      const answersOfSession = await running.dispatchMany(12, 'openai-hello', inSession(user));
      expect(countEnds(answersOfSession)).toEqual({ completed: 12 });
    }));

  it('has exactly as many calls under way as there may be, and a slot is free once one has ended', () =>
    withReplicas(3, { AI_DISPATCH_USER_STREAMS: '4' }, async (running) => {
      const user = aUser();
      const held = holdMany(running, 15, 'openai-stall', callerToken(user));
      await held.decided();
      expect(held.counts()).toEqual({ open: 4, refused: 11, codes: ['user_limit'] });
      expect(countEnds(await running.dispatchMany(3, 'openai-hello', inSession()))).toEqual({ completed: 3 });
      await held.letGo();
      await until(
        async () => countEnds(await running.dispatchMany(1, 'openai-hello', inSession(user))).completed === 1,
      );
    }));
});

describe('places that a request takes with its allowance', () => {
  const calls = (count: number) => ({ aiServices: Array.from({ length: count }, () => 'openai-stall'), textBytes: 2 });
  const take = ({ all }: Replicas, count: number, user: CallerToken) =>
    all[0]!.client(AllowanceServiceDefinition).takeAllowance(calls(count), { callerToken: user });
  const slotsOf = ({ all }: Replicas) => all[0]!.service.app.get(Slots, { strict: false });
  /** How many Redis knows inside, of all users. */
  const inside = async ({ all }: Replicas) => {
    const redis = new Redis(backingUrls().redis);
    const keys = await redis.keys(`*${all[0]!.eventsPrefix}:limits*:places:*`);
    const counts = await Promise.all(keys.map((key) => redis.zcard(key)));
    redis.disconnect();
    return counts.reduce((sum, count) => sum + count, 0);
  };

  it('are those of its calls, and count for all replicas from then on', () =>
    withReplicas(2, { AI_DISPATCH_USER_STREAMS: '12' }, async (running) => {
      const user = callerToken(aUser());
      await take(running, 3, user);
      expect(await inside(running)).toBe(3);
      // Three go where the places are, three to the other replica.
      const held = holdMany(running, 6, 'openai-stall', user);
      await held.decided();
      expect([held.counts().open, await inside(running)]).toEqual([6, 6]);
      const more = holdMany(running, 9, 'openai-stall', user);
      await more.decided();
      expect(more.counts()).toEqual({ open: 6, refused: 3, codes: ['user_limit'] });
      await Promise.all([held.letGo(), more.letGo()]);
      await until(async () => (await inside(running)) === 0);
    }));

  it('are given back when its calls do not come', () =>
    withReplicas(1, { AI_DISPATCH_USER_STREAMS: '12' }, async (running) => {
      slotsOf(running).aheadMs = 50;
      const user = callerToken(aUser());
      await take(running, 3, user);
      await until(async () => (await inside(running)) === 0);
      const held = holdMany(running, 12, 'openai-stall', user);
      await held.decided();
      expect(held.counts().open).toBe(12);
      await held.letGo();
    }));

  it('are not taken near the limit, where no call may be refused for one that is only about to come', () =>
    withReplicas(1, { AI_DISPATCH_USER_STREAMS: '12' }, async (running) => {
      await take(running, 4, callerToken(aUser()));
      expect(await inside(running)).toBe(0);
    }));

  it('are refused to the calls when another replica has used the minute up since the user was far from that', () =>
    withReplicas(2, { AI_DISPATCH_USER_CALLS_PER_MINUTE: '24' }, async (running) => {
      const user = callerToken(aUser());
      const [first, second] = running.all.map((replica) => replica.client(AllowanceServiceDefinition));
      await first!.takeAllowance(calls(2), { callerToken: user });
      await second!.takeAllowance(calls(22), { callerToken: user });
      // Known to the first as far from both limits: it is let in, and no provider is called.
      expect(await first!.takeAllowance(calls(3), { callerToken: user })).toEqual({ limited: true });
      const answers = await Promise.all([1, 2, 3].map(() => running.all[0]!.dispatch('openai-hello', { token: user })));
      expect(countEnds(answers)).toEqual({ user_limit: 3 });
      const refused = answers.find(({ end }) => end.error)?.end.error;
      expect(refused).toMatchObject({ retryable: true, sentence: expect.stringMatching(/Try again in a minute\.$/) });
      await expect(first!.takeAllowance(calls(1), { callerToken: user })).rejects.toMatchObject({ code: 'user_limit' });
    }));
});

describe('with limits for each service', () => {
  it('lets one service reach its limit without touching another', () =>
    withReplicas(3, { AI_DISPATCH_SERVICE_CALLS_PER_MINUTE: '9' }, async (running) => {
      const [own, usual] = await Promise.all([
        running.dispatchMany(20, 'google-slow-hello', inSession()),
        running.dispatchMany(20, 'openai-hello', inSession()),
      ]);
      // A row of the catalog may say otherwise than what holds for all.
      expect(countEnds(own).completed).toBeLessThanOrEqual(4);
      expect(countEnds(own)).toMatchObject({ service_limit: expect.any(Number) });
      expect(countEnds(usual)).toEqual({ completed: 9, service_limit: 11 });
      expect(countEnds(await running.dispatchMany(3, 'anthropic-hello', inSession()))).toEqual({ completed: 3 });
    }));

  it('counts calls under way for all users together', () =>
    withReplicas(2, {}, async (running) => {
      const held = holdMany(running, 8, 'google-stall', callerToken(aUser()));
      await held.decided();
      expect(held.counts()).toEqual({ open: 2, refused: 6, codes: ['service_limit'] });
      await held.letGo();
    }));

  it('knows again who is inside after Redis was emptied', () =>
    withReplicas(2, {}, async (running) => {
      const held = holdMany(running, 2, 'google-stall', callerToken(aUser()));
      await held.decided();
      const redis = new Redis(backingUrls().redis);
      const prefix = running.all[0]!.eventsPrefix;
      const forgotten = await redis.keys(`*${prefix}:limits*`);
      expect(forgotten.length).toBeGreaterThan(0);
      await redis.del(...forgotten);
      redis.disconnect();
      for (const { service } of running.all) await service.app.get(Slots, { strict: false }).renew();
      const late = holdMany(running, 2, 'google-stall', callerToken(aUser()));
      await late.decided();
      expect(late.counts()).toEqual({ open: 0, refused: 2, codes: ['service_limit'] });
      await held.letGo();
    }));
});

describe('with a budget for each day', () => {
  beforeEach(() => farFromMidnight());

  // A thousandth of a dollar per token; five tokens go, 45 are expected back.
  const prices = [
    { service: 'openai-hello', input: 1000, output: 1000 },
    { service: 'openai-stall', input: 1000, output: 1000 },
  ];
  const withBudget = async (env: Record<string, string>, test: (running: Replicas) => Promise<void>) => {
    const file = priceFile(prices);
    const usual = { AI_PRICES_FILE: file.path, AI_DISPATCH_EXPECTED_OUTPUT_TOKENS: '45' };
    await withReplicas(3, { ...usual, ...env }, test).finally(() => file.remove());
  };
  const dayOf = (running: Replicas, userId: string) =>
    running
      .query<Record<string, string>>('SELECT * FROM ai_dispatch.budget_days WHERE user_id = $1', userId)
      .then(([row]) => ({
        spent: [Number(row?.spent_micros), Number(row?.spent_tokens)],
        reserved: [Number(row?.reserved_micros), Number(row?.reserved_tokens)],
      }));

  it('sets aside before a call and books after it, exactly', () =>
    withBudget({ AI_DISPATCH_USER_DAILY_BUDGET: '0.50' }, async (running) => {
      const user = aUser();
      const held = holdMany(running, 25, 'openai-stall', callerToken(user));
      await held.decided();
      expect(held.counts()).toEqual({ open: 10, refused: 15, codes: ['budget_exhausted'] });
      expect(await dayOf(running, user.userId)).toEqual({ spent: [0, 0], reserved: [500_000, 500] });
      // No other user's budget is touched.
      expect(countEnds(await running.dispatchMany(4, 'openai-hello', later()))).toEqual({ completed: 4 });
      await held.letGo();
      // What had come was paid for: five tokens there, one back, each time.
      await until(async () => (await dayOf(running, user.userId)).reserved[0] === 0);
      expect(await dayOf(running, user.userId)).toEqual({ spent: [60_000, 60], reserved: [0, 0] });
      expect(await running.query('SELECT 1 FROM ai_dispatch.reservations WHERE user_id = $1', user.userId)).toEqual([]);
    }));

  it('goes on until what was really spent leaves no room', () =>
    withBudget({ AI_DISPATCH_USER_DAILY_BUDGET: '0.10' }, async (running) => {
      const user = aUser();
      const client = running.all[0]!.client(AllowanceServiceDefinition);
      const own = { callerToken: callerToken(user) };
      const spend = async () => {
        const { end } = await running.all[1]!.dispatch('openai-hello', later(user));
        await until(async () => (await dayOf(running, user.userId)).reserved[0] === 0);
        return end.error?.code ?? end.cost?.amount;
      };
      // 27 tokens a time: 0.027 and 0.054 are spent, then 0.05 more do not fit.
      expect([await spend(), await spend(), await spend()]).toEqual([0.027, 0.027, 'budget_exhausted']);
      expect(await client.getAllowance({}, own)).toMatchObject({
        spentMicros: 54_000,
        reservedMicros: 0,
        budgetMicros: 100_000,
        spentTokens: 54,
        calls: 2,
        unpricedCalls: 0,
        exhausted: false,
        day: new Date().toISOString().slice(0, 10),
      });
      const refusal: unknown = await client
        .takeAllowance({ aiServices: ['openai-hello'], textBytes: 20 }, own)
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ kind: 'rate_limited', code: 'budget_exhausted' });
      const { retryAfterSeconds } = refusal as AppError;
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
      // A service without a price takes nothing from a budget of money; it is counted as unknown.
      expect((await running.all[2]!.dispatch('anthropic-hello', later(user))).end.error).toBeUndefined();
      await until(async () => (await client.getAllowance({}, own)).unpricedCalls === 1);
    }));

  it('is said to be near its end once a day, whichever replica books what reaches four fifths', () =>
    withBudget({ AI_DISPATCH_USER_DAILY_BUDGET: '0.30', AI_DISPATCH_USER_DAILY_TOKENS: '1000000' }, async (running) => {
      const [user, frugal] = [aUser(), aUser()];
      const spend = async (count: number, booked: number) => {
        await running.dispatchMany(count, 'openai-hello', later(user));
        await until(async () => (await dayOf(running, user.userId)).spent[0] === booked);
      };
      // 27 tokens a time; four fifths are 0.24.
      await spend(4, 108_000);
      await spend(3, 189_000);
      await running.dispatchMany(3, 'openai-hello', later(frugal));
      expect(await nearEnds(running)).toEqual([]);
      await spend(2, 243_000);
      await spend(1, 270_000);
      const day = new Date().toISOString().slice(0, 10);
      const [event, ...others] = await nearEnds(running);
      expect(others).toEqual([]);
      expect(event).toMatchObject({ userId: user.userId, day, budgetMicros: 300_000, budgetTokens: 1_000_000 });
      expect(event).not.toHaveProperty('apiKeyId');
      expect(Number(event!['usedMicros'])).toBeGreaterThanOrEqual(240_000);
    }));

  it('counts tokens where no price is known', () =>
    withBudget({ AI_DISPATCH_USER_DAILY_TOKENS: '120' }, async (running) => {
      const user = aUser();
      const held = holdMany(running, 9, 'anthropic-stall', callerToken(user));
      await held.decided();
      expect(held.counts()).toEqual({ open: 2, refused: 7, codes: ['budget_exhausted'] });
      await held.letGo();
    }));

  it('keeps set aside what a process that died had under way', () =>
    withBudget({ AI_DISPATCH_USER_DAILY_BUDGET: '0.10' }, async (running) => {
      const user = aUser();
      const day = new Date().toISOString().slice(0, 10);
      // What is left of a process that died after setting aside and before the end of its call.
      await running.query(
        `WITH day AS (INSERT INTO ai_dispatch.budget_days (user_id, day, reserved_micros, reserved_tokens)
           VALUES ($2, $3, 60000, 60))
         INSERT INTO ai_dispatch.reservations VALUES ($1, $2, $3, 60000, 60)`,
        randomUUID(),
        user.userId,
        day,
      );
      const { end } = await running.all[0]!.dispatch('openai-hello', later(user));
      expect(end.error?.code).toBe('budget_exhausted');
    }));

  it('is 20 dollars by default, read once a minute while a user is far from it', () =>
    withBudget({}, async (running) => {
      const user = aUser();
      const budgets = running.all.map(({ service }) => service.app.get(BudgetsRepository, { strict: false }));
      const reads = budgets.map((each) => jest.spyOn(each, 'findDay'));
      const reserves = budgets.map((each) => jest.spyOn(each, 'reserve'));
      expect(countEnds(await running.dispatchMany(12, 'openai-hello', later(user)))).toEqual({ completed: 12 });
      expect(countEnds(await running.dispatchMany(12, 'openai-hello', later(user)))).toEqual({ completed: 12 });
      expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
      for (const reserve of reserves) expect(reserve).not.toHaveBeenCalled();
      await until(async () => (await dayOf(running, user.userId)).spent[0] === 24 * 27_000);
      const client = running.all[0]!.client(AllowanceServiceDefinition);
      expect(await client.getAllowance({}, { callerToken: callerToken(user) })).toMatchObject({
        budgetMicros: 20_000_000,
        budgetTokens: undefined,
      });
    }));

  it('is one for all replicas, and not forgotten by a restart', () =>
    withBudget({}, async (running) => {
      const user = aUser();
      const errorOf = async (at: number) => (await running.all[at]!.dispatch('openai-hello', later(user))).end.error;
      expect([await errorOf(0), await errorOf(1)]).toEqual([undefined, undefined]);
      await until(async () => (await dayOf(running, user.userId)).spent[0] === 54_000);
      // As much as other replicas may have booked meanwhile: one more call of 0.05 does not fit.
      await running.query('UPDATE ai_dispatch.budget_days SET spent_micros = 19960000 WHERE user_id = $1', user.userId);
      const refused = { code: 'budget_exhausted', sentence: expect.stringContaining('budget for today') };
      // One that was not called before, as after a restart, reads what was booked.
      expect(await errorOf(2)).toMatchObject(refused);
      for (const { service } of running.all.slice(0, 2)) {
        const totals = service.app.get(DayTotals, { strict: false });
        totals.now = () => performance.now() + 6_000;
      }
      for (const at of [0, 1]) {
        await until(async () => (await errorOf(at))?.code === 'budget_exhausted', { what: `replica ${at} knows` });
      }
    }));

  it('takes nothing for a call that was made before', () =>
    withBudget({ AI_DISPATCH_USER_DAILY_BUDGET: '10' }, async (running) => {
      const user = aUser();
      const callId = randomUUID();
      await running.all[0]!.dispatch('openai-hello', { ...later(user), callId });
      await until(async () => (await dayOf(running, user.userId)).spent[0] === 27_000);
      const again = running.all[1]!.dispatch('openai-hello', { ...later(user), callId });
      await expect(again).rejects.toMatchObject({ code: 'call_id_taken' });
      await until(async () => (await dayOf(running, user.userId)).reserved[0] === 0);
      expect(await dayOf(running, user.userId)).toEqual({ spent: [27_000, 27], reserved: [0, 0] });
    }));
});

describe('with an API key that has a budget of its own', () => {
  beforeEach(() => farFromMidnight());

  const withPrices = async (test: (running: Replicas) => Promise<void>) => {
    const file = priceFile(['hello', 'stall'].map((way) => ({ service: `openai-${way}`, input: 1000, output: 1000 })));
    const env = { AI_PRICES_FILE: file.path, AI_DISPATCH_EXPECTED_OUTPUT_TOKENS: '45' };
    await withReplicas(2, env, test).finally(() => file.remove());
  };
  const byKey = (user: ReturnType<typeof aUser>, dailyBudgetMicros?: number) => {
    const apiKey = { id: randomUUID(), dailyBudgetMicros };
    return { id: apiKey.id, token: callerToken({ ...user, apiKey }) };
  };
  const spendingOf = async (running: Replicas, user: ReturnType<typeof aUser>) => {
    const client = running.all[0]!.client(AllowanceServiceDefinition);
    return (await client.listKeySpending({}, { callerToken: callerToken(user) })).keys;
  };
  const take = (running: Replicas, token: CallerToken, aiServices = ['openai-hello']) =>
    running.all[1]!.client(AllowanceServiceDefinition)
      .takeAllowance({ aiServices, textBytes: 20 }, { callerToken: token })
      .then(
        ({ limited }) => limited,
        (error: AppError) => [error.kind, error.code],
      );

  it('makes as many calls at once as fit, and its user’s other keys go on', () =>
    withPrices(async (running) => {
      const user = aUser();
      const [tight, free] = [byKey(user, 200_000), byKey(user)];
      const held = holdMany(running, 9, 'openai-stall', tight.token);
      await held.decided();
      expect(held.counts()).toEqual({ open: 4, refused: 5, codes: ['key_budget_exhausted'] });
      expect(countEnds(await running.dispatchMany(3, 'openai-hello', free))).toEqual({ completed: 3 });
      expect(countEnds(await running.dispatchMany(3, 'openai-hello', inSession(user)))).toEqual({ completed: 3 });
      await held.letGo();
      await until(async () => (await spendingOf(running, user)).every(({ reservedMicros }) => reservedMicros === 0));
      const spending = await until(async () => {
        const found = await spendingOf(running, user);
        return found.find(({ apiKeyId }) => apiKeyId === free.id)?.calls === 3 && found;
      });
      expect(spending).toEqual(
        expect.arrayContaining([
          { apiKeyId: tight.id, calls: 4, spentMicros: 24_000, reservedMicros: 0 },
          { apiKeyId: free.id, calls: 3, spentMicros: 81_000, reservedMicros: 0 },
        ]),
      );
      expect(spending).toHaveLength(2);
      expect(await running.query('SELECT 1 FROM ai_dispatch.key_reservations')).toEqual([]);
    }));

  it('is said to be near its end once a day, for that key', () =>
    withPrices(async (running) => {
      const user = aUser();
      const [tight, free] = [byKey(user, 134_000), byKey(user)];
      const spend = async (turn: number) => {
        for (const key of [tight, free]) await running.all[turn % 2]!.dispatch('openai-hello', key);
        const isBooked = (each: { spentMicros: number }) => each.spentMicros === 27_000 * turn;
        await until(async () => {
          const keys = await spendingOf(running, user);
          return keys.length === 2 && keys.every(isBooked);
        });
      };
      for (const turn of [1, 2, 3]) await spend(turn);
      expect(await nearEnds(running)).toEqual([]);
      await spend(4);
      const events = await nearEnds(running);
      expect(events).toMatchObject([
        { userId: user.userId, apiKeyId: tight.id, budgetMicros: 134_000, usedMicros: 108_000 },
      ]);
    }));

  it('is refused as a whole before anything is spent, and goes on another day', () =>
    withPrices(async (running) => {
      const user = aUser();
      const key = byKey(user, 100_000);
      expect(await take(running, key.token, ['openai-hello', 'openai-hello', 'openai-hello'])).toEqual([
        'rate_limited',
        'key_budget_exhausted',
      ]);
      expect(await take(running, key.token)).toBe(true);
      await running.query(
        `INSERT INTO ai_dispatch.key_days (user_id, api_key_id, day, spent_micros)
         VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, 100000)`,
        user.userId,
        key.id,
      );
      // Nor what has no price, once nothing is left.
      expect(await take(running, key.token, ['anthropic-hello'])).toEqual(['rate_limited', 'key_budget_exhausted']);
      expect((await running.all[0]!.dispatch('openai-hello', key)).end.error).toMatchObject({
        code: 'key_budget_exhausted',
        sentence: expect.stringContaining('budget of this API key'),
      });
      await running.query(`UPDATE ai_dispatch.key_days SET day = day - 1`);
      expect(await take(running, key.token)).toBe(true);
    }));

  it('names the key in the ledger, and its spending is its owner’s and administrators’ to see', () =>
    withPrices(async (running) => {
      const user = aUser();
      const key = byKey(user);
      await running.all[0]!.dispatch('openai-hello', key);
      await until(async () => (await spendingOf(running, user)).length === 1);
      expect(await running.query('SELECT api_key_id FROM ai_dispatch.calls WHERE user_id = $1', user.userId)).toEqual([
        { api_key_id: key.id },
      ]);
      const client = running.all[0]!.client(AllowanceServiceDefinition);
      const { userId } = user;
      const others = client.listKeySpending({ userId }, { callerToken: callerToken(aUser()) });
      await expect(others).rejects.toMatchObject({ code: 'admin_required' });
      const admins = await client.listKeySpending({ userId }, { callerToken: callerToken(anAdmin()) });
      expect(admins.keys).toMatchObject([{ apiKeyId: key.id, calls: 1 }]);
    }));
});

it('counts in the process while Redis is away', () =>
  freePort().then((port) =>
    withReplicas(
      1,
      {
        AI_DISPATCH_USER_CALLS_PER_MINUTE: '5',
        AI_DISPATCH_USER_STREAMS: '100',
        REDIS_URL: `redis://127.0.0.1:${port}`,
      },
      async (running) => {
        const answers = await running.dispatchMany(12, 'openai-hello', later());
        expect(countEnds(answers)).toEqual({ completed: 5, user_limit: 7 });
      },
    ),
  ));

it('limits a user by default, where no user at a keyboard comes', () =>
  withReplicas(2, {}, async (running) => {
    const [one, other] = running.all.map((each) => each!.client(AllowanceServiceDefinition));
    const own = { callerToken: callerToken(aUser()) };
    const take = (calls: number, at = one!) =>
      at.takeAllowance({ aiServices: Array<string>(calls).fill('openai-hello'), textBytes: 9 }, own);
    const refused = { kind: 'rate_limited', code: 'user_limit' };
    // Two broadcasts to 24 services, ten schedules and two processes of judges at a time are 132.
    await expect(take(151)).rejects.toMatchObject({ ...refused, retryAfterSeconds: 5 });
    // Six broadcasts a minute to six services with all judges, ten schedules and a chat are 306.
    for (let times = 0; times < 3; times += 1) expect(await take(132)).toEqual({ limited: true });
    expect(await take(132, other)).toEqual({ limited: true });
    await expect(take(132, other)).rejects.toMatchObject(refused);
    expect(await take(72, other)).toEqual({ limited: true });
    await expect(take(1)).rejects.toMatchObject(refused);
  }));

it('sends no command and no query while nothing is limited', () => {
  const unlimited = { AI_DISPATCH_USER_CALLS_PER_MINUTE: '0', AI_DISPATCH_USER_STREAMS: '0' };
  return withReplicas(1, { ...unlimited, AI_DISPATCH_USER_DAILY_BUDGET: '0' }, async (running) => {
    const client = running.all[0]!.client(AllowanceServiceDefinition);
    const own = { callerToken: callerToken(aUser()) };
    expect(await client.takeAllowance({ aiServices: ['openai-hello'], textBytes: 9 }, own)).toEqual({ limited: false });
    expect(countEnds(await running.dispatchMany(12, 'openai-hello', later()))).toEqual({ completed: 12 });
  });
});
