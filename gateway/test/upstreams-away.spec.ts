import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@polylogue/service-kit';
import { freshDatabase, ownTimeOf, tcpProxy } from '@polylogue/test-kit';
import { Clock } from '../src/clock.js';
import { gateway as definition } from '../src/service.js';
import { startGateway, password, type RunningGateway } from './gateway.js';

let gateway: RunningGateway | undefined;
afterEach(() => gateway?.close());

function away(): never {
  throw new AppError('unavailable', 'service_unavailable', 'The admin service is not available right now.', {
    retryAfterSeconds: 2,
  });
}

describe('while admin is away', () => {
  it('signed-in users go on for a minute on its last answer, then see 503; signing in is 503', async () => {
    gateway = await startGateway();
    const clock = gateway.slice.service.app.get<Clock>(Clock);
    let now = clock.now();
    clock.now = () => now;
    const { cookie, email } = await gateway.aUser();
    const { users, accounts } = gateway.upstreams;
    const status = async () => (await gateway!.ask('/api/auth/user', { cookie })).status;
    expect(await status()).toBe(200);

    const getAccess = users.getAccess!;
    users.getAccess = away;
    users.verifyPassword = away;
    now += 30_000;
    expect(await status()).toBe(200);
    now += 29_000;
    expect(await status()).toBe(200);
    now += 2_000;
    const late = await gateway.ask('/api/auth/user', { cookie });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
    const signIn = await gateway.ask('/api/login', { method: 'POST', body: { email, password } });
    expect(signIn.status).toBe(503);

    users.getAccess = getAccess;
    expect(await status()).toBe(200);
    // What admin says holds from the next second on.
    accounts.get(email)!.user.isBlocked = true;
    expect(await status()).toBe(200);
    now += 1_000;
    expect(await status()).toBe(401);
  });

  it('is called again once the clock of the gateway, which was ahead, is right', async () => {
    gateway = await startGateway();
    const clock = gateway.slice.service.app.get<Clock>(Clock);
    let now = clock.now();
    clock.now = () => now;
    const { cookie, email } = await gateway.aUser();
    const status = async () => (await gateway!.ask('/api/auth/user', { cookie })).status;
    now += 300_000;
    expect(await status()).toBe(200);
    gateway.upstreams.accounts.get(email)!.user.isBlocked = true;
    now -= 300_000;
    expect(await status()).toBe(401);
  });

  it('is called at most once a second for one user', async () => {
    gateway = await startGateway();
    const clock = gateway.slice.service.app.get<Clock>(Clock);
    let now = clock.now();
    clock.now = () => now;
    const { cookie } = await gateway.aUser();
    await gateway.ask('/api/auth/user', { cookie });
    const lookups = () => gateway!.upstreams.servers.admin.calls.filter(({ method }) => method === 'getAccess').length;
    const before = lookups();
    await Promise.all(Array.from({ length: 20 }, () => gateway!.ask('/api/auth/user', { cookie })));
    expect(lookups()).toBe(before);
    now += 1_000;
    await Promise.all(Array.from({ length: 20 }, () => gateway!.ask('/api/auth/user', { cookie })));
    expect(lookups()).toBe(before + 1);
  });
});

it('a clock that a test stops is that of one gateway', async () => {
  gateway = await startGateway();
  const clock = gateway.slice.service.app.get<Clock>(Clock);
  clock.now = () => 0;
  await gateway.close();
  gateway = await startGateway();
  expect(gateway.slice.service.app.get<Clock>(Clock).now()).toBeGreaterThan(0);
});

describe('while ai-dispatch is away', () => {
  it('conversations are read under the names last known', async () => {
    gateway = await startGateway();
    const { cookie } = await gateway.aUser();
    gateway.upstreams.catalog.listAiServices = away;
    gateway.upstreams.conversations.listConversations = async function* () {
      const { aConversation } = await import('./upstreams.js');
      yield aConversation();
    };
    const answer = await gateway.ask('/api/conversations', { cookie });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject([{ aiService: { name: 'gpt', displayName: 'gpt' } }]);
    expect((await gateway.ask('/api/ai-services', { cookie })).status).toBe(503);
  });
});

describe('while Postgres is away', () => {
  it('answers 503 with Retry-After within two seconds, and is not ready', async () => {
    const database = await freshDatabase(definition);
    const proxy = await tcpProxy(database.workerUrl);
    gateway = await startGateway({ database, env: { GATEWAY_WORKER_DATABASE_URL: proxy.urlOf(database.workerUrl) } });
    const { cookie } = await gateway.aUser();
    for (const fault of ['shut', 'freeze'] as const) {
      await proxy[fault]();
      const read = async () => {
        const answer = await gateway!.ask('/api/auth/user', { cookie });
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      };
      expect(await ownTimeOf(read)).toBeLessThan(2_000);
      expect((await gateway.ask('/readyz')).status).toBe(503);
      expect((await gateway.ask('/healthz')).status).toBe(200);
      if (fault === 'shut') await proxy.open();
    }
    proxy.thaw();
    await gateway.close();
    gateway = undefined;
    await proxy.close();
    await database.drop();
  });
});
