import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@polylogue/service-kit';
import { backingUrls, freePort, tcpProxy, until } from '@polylogue/test-kit';
import { startGateway, password, type RunningGateway } from './gateway.js';

let gateway: RunningGateway | undefined;
afterEach(() => gateway?.close());

async function tryUntilRefused(email: string): Promise<{ tries: number; last: Response }> {
  for (let tries = 1; tries < 20; tries += 1) {
    const last = await gateway!.ask('/api/login', { method: 'POST', body: { email, password } });
    if (last.status !== 401) return { tries, last };
  }
  throw new Error('was never refused');
}

async function expectThrottled(email: string) {
  const { tries, last } = await tryUntilRefused(email);
  expect(tries).toBe(4);
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await last.json()).toMatchObject({ code: 'too_many_tries' });
}

const isReady = async () => ((await (await gateway!.ask('/readyz')).json()) as { redis: string }).redis === 'up';

// Counts stay in Redis: an e-mail no other test tries.
const emailOf = (name: string) => `${name}-${randomUUID()}@example.org`;

describe('trying to sign in', () => {
  it('is slowed down for one e-mail, counted in Redis', async () => {
    gateway = await startGateway({ env: { SIGN_IN_TRIES: '3' } });
    await until(isReady, { what: 'Redis' });
    await expectThrottled(emailOf('a'));
    await expectThrottled(emailOf('b'));
    // The page says so too.
    const body = new URLSearchParams({ email: emailOf('c'), password }).toString();
    const post = () =>
      gateway!.ask('/api/login', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    for (let tries = 0; tries < 3; tries += 1) expect((await post()).status).toBe(401);
    const refused = await post();
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(await refused.text()).toContain('Too many tries.');
  });

  it('is audited once for an address, however often it is refused', async () => {
    gateway = await startGateway({ env: { SIGN_IN_TRIES: '3', REDIS_URL: await deadRedis() } });
    const refused = () => gateway!.upstreams.panel.signIns.filter(({ code }) => code === 'too_many_tries');
    await expectThrottled(emailOf('a'));
    const email = emailOf('b');
    await expectThrottled(email);
    // It is recorded in the background: what was refused later is recorded later.
    const wrong = () => gateway!.upstreams.panel.signIns.filter((each) => each.email === email);
    await until(() => wrong().length === 3, { what: 'the tries before' });
    expect(refused()).toMatchObject([{ method: 'password', email: expect.stringMatching(/^a-/) }]);
  });

  it('is counted by each copy of the product in one Redis alone', async () => {
    const email = emailOf('a');
    for (const name of ['one', 'other']) {
      gateway = await startGateway({
        env: { SIGN_IN_TRIES: '3', EVENTS_PREFIX: `${name}_${randomUUID().slice(0, 8)}` },
      });
      await until(isReady, { what: 'Redis' });
      await expectThrottled(email);
      await gateway.close();
    }
  });

  it('is slowed down for an address as a whole', async () => {
    gateway = await startGateway({
      env: { SIGN_IN_TRIES: '100', SIGN_IN_TRIES_PER_ADDRESS: '2', REDIS_URL: await deadRedis() },
    });
    const attempt = (email: string) => gateway!.ask('/api/login', { method: 'POST', body: { email, password } });
    expect((await attempt(emailOf('a'))).status).toBe(401);
    expect((await attempt(emailOf('b'))).status).toBe(401);
    expect((await attempt(emailOf('c'))).status).toBe(429);
  });

  it('is slowed down just so without Redis', async () => {
    gateway = await startGateway({ env: { SIGN_IN_TRIES: '3', REDIS_URL: await deadRedis() } });
    await expectThrottled(emailOf('a'));
  });

  it('counts no try that nobody could look at', async () => {
    gateway = await startGateway({ env: { SIGN_IN_TRIES: '3', REDIS_URL: await deadRedis() } });
    const { email } = await gateway.aUser();
    const { users } = gateway.upstreams;
    const verify = users.verifyPassword;
    users.verifyPassword = () => Promise.reject(new AppError('unavailable', 'database_unavailable', 'Away.'));
    const attempt = async () =>
      (await gateway!.ask('/api/login', { method: 'POST', body: { email, password } })).status;
    for (let tries = 0; tries < 5; tries += 1) expect(await attempt()).toBe(503);
    users.verifyPassword = verify;
    await expectThrottled(emailOf('a'));
    expect(await attempt()).toBe(200);
  });

  it('slows down who found an open session and guesses its password', async () => {
    gateway = await startGateway({ env: { SIGN_IN_TRIES: '3', REDIS_URL: await deadRedis() } });
    const { cookie, email } = await gateway.aUser();
    const guess = async (currentPassword: string) => {
      const body = { currentPassword, newPassword: 'another long one' };
      return (await gateway!.ask('/api/account/password', { method: 'POST', cookie, body })).status;
    };
    expect([await guess('a'), await guess('b'), await guess('c')]).toEqual([400, 400, 400]);
    expect(await guess(password)).toBe(429);
    const records = () =>
      gateway!.upstreams.panel.signIns.filter((each) => each.email === email && each.method === 'new_password');
    await until(() => records().length === 4, { what: 'the audit log' });
    expect(new Set(records().map(({ code }) => code))).toEqual(new Set(['wrong_password', 'too_many_tries']));
  });

  it('slows down who guesses links for a new password, whichever it guesses', async () => {
    gateway = await startGateway({ env: { SIGN_IN_TRIES: '3', REDIS_URL: await deadRedis() } });
    const guess = async (token: string) => {
      const body = { token, newPassword: 'another long one' };
      return (await gateway!.ask('/api/reset-password', { method: 'POST', body })).status;
    };
    expect([await guess('a'), await guess('b'), await guess('c')]).toEqual([404, 404, 404]);
    expect([await guess('d'), await guess('e')]).toEqual([429, 429]);
    const records = () => gateway!.upstreams.panel.signIns.filter(({ method }) => method === 'reset_link');
    await until(() => records().length === 4, { what: 'the audit log' });
    expect(records().filter(({ code }) => code === 'too_many_tries')).toHaveLength(1);
  });

  it('goes on while Redis dies and comes back', async () => {
    const { redis } = backingUrls();
    const proxy = await tcpProxy(redis);
    gateway = await startGateway({ env: { SIGN_IN_TRIES: '3', REDIS_URL: proxy.urlOf(redis) } });
    await until(isReady, { what: 'Redis' });
    await expectThrottled(emailOf('a'));
    await proxy.shut();
    await expectThrottled(emailOf('b'));
    await proxy.open();
    await until(isReady, { what: 'Redis back' });
    await expectThrottled(emailOf('c'));
    await proxy.close();
  });
});

async function deadRedis(): Promise<string> {
  return `redis://127.0.0.1:${await freePort()}`;
}
