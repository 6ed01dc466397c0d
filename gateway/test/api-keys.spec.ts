import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiKey, KeyScope } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import { framesOf, startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let eve: Awaited<ReturnType<RunningGateway['aUser']>>;
let admin: typeof eve;

beforeAll(async () => {
  gateway = await startGateway();
  eve = await gateway.aUser();
  admin = await gateway.aUser('admin');
});
afterAll(() => gateway.close());

const everything: KeyScope[] = ['read', 'send', 'schedules'];
const asking = { message: 'Hi', selectedAIs: ['gpt'], mode: 'selective' };

async function aKey(scopes = everything, user = eve, expiresAt: string | null = null) {
  const body = { name: 'A script', scopes, expiresAt };
  const answer = await gateway.ask('/api/account/keys', { method: 'POST', cookie: user.cookie, body });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { apiKey: ApiKey; key: string };
}
const byKey = (key: string, path: string, method = 'GET', body?: unknown, headers = {}) =>
  gateway.ask(path, { method, body, headers: { authorization: `Bearer ${key}`, ...headers } });
const outcome = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const listOf = async (user = eve) =>
  (await (await gateway.ask('/api/account/keys', { cookie: user.cookie })).json()) as ApiKey[];
const revoke = (id: string, user = eve) =>
  gateway.ask(`/api/account/keys/${id}`, { method: 'DELETE', cookie: user.cookie });

describe('an API key', () => {
  it('is answered once and stored as a hash', async () => {
    const user = await gateway.aUser();
    const { apiKey, key } = await aKey(['read'], user);
    expect(key.startsWith(apiKey.prefix)).toBe(true);
    expect(apiKey).toMatchObject({ name: 'A script', scopes: ['read'], expiresAt: null, lastUsedAt: null });
    expect(await listOf(user)).toEqual([apiKey]);
    const { database } = gateway.slice.service;
    const rows = await database.asWorker((tx) => tx.query('SELECT * FROM gateway.api_keys'));
    expect(JSON.stringify(rows)).not.toContain(key.slice(apiKey.prefix.length));
  });

  it('reads and sends as its user, without a cookie being set', async () => {
    const { key } = await aKey();
    const read = await byKey(key, '/api/ai-services');
    expect([read.status, read.headers.getSetCookie()]).toEqual([200, []]);
    expect((await byKey(key, '/api/send-message', 'POST', asking)).status).toBe(200);
    const used = await until(async () => (await listOf()).find(({ lastUsedAt }) => lastUsedAt !== null));
    expect(used.lastUsedAddress).toMatch(/127\.0\.0\.1|::1/);
  });

  it('counts alone beside a cookie, and another site’s page does not matter to it', async () => {
    const { key } = await aKey(['read']);
    const headers = { cookie: admin.cookie, origin: 'https://elsewhere.example' };
    expect(await outcome(await byKey(key, '/api/admin/users', 'GET', undefined, headers))).toEqual([
      403,
      'session_only',
    ]);
    expect(await outcome(await byKey(key, '/api/send-message', 'POST', asking, headers))).toEqual([
      403,
      'scope_missing',
    ]);
    expect((await byKey('eyJhbGciOiJub25lIn0', '/api/auth/user', 'GET', undefined, headers)).status).toBe(200);
  });

  it('without a scope is refused with a sentence that names it', async () => {
    const { key } = await aKey(['send']);
    const answer = await byKey(key, '/api/ai-services');
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'scope_missing',
      error: 'This API key lacks the scope "read". Make one that has it in Your Account.',
    });
  });

  it.each([
    ['GET', '/api/account/keys'],
    ['POST', '/api/account/keys'],
    ['GET', '/api/account/export'],
    ['POST', '/api/account/delete'],
    ['GET', '/api/auth/user'],
    ['GET', '/api/login'],
    ['POST', '/api/login'],
    ['GET', '/api/logout'],
    ['GET', '/api/clear'],
    ['GET', '/api/admin/users'],
    ['DELETE', '/api/conversations/all'],
  ])('does not reach %s %s, even an administrator’s', async (method, path) => {
    const { key } = await aKey(everything, admin);
    expect(await outcome(await byKey(key, path, method))).toEqual([403, 'session_only']);
  });

  it('that is no key, has a typing error or has expired is refused', async () => {
    const { key } = await aKey(everything, eve, new Date(Date.now() + 1_000).toISOString());
    const other = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    for (const wrong of ['pl_live_x', other]) {
      expect(await outcome(await byKey(wrong, '/api/ai-services'))).toEqual([401, 'invalid_key']);
    }
    await until(async () => (await byKey(key, '/api/ai-services')).status === 401);
  });
});

describe('a key whose user may not', () => {
  it('send is refused, and read works', async () => {
    const { key } = await aKey(everything, await gateway.aUser('unapproved'));
    expect((await byKey(key, '/api/ai-services')).status).toBe(200);
    expect(await outcome(await byKey(key, '/api/send-message', 'POST', asking))).toEqual([403, 'approval_required']);
  });

  it('sign in any more is refused', async () => {
    const user = await gateway.aUser();
    const { key } = await aKey(everything, user);
    gateway.upstreams.accounts.get(user.email)!.user.isBlocked = true;
    await until(async () => (await byKey(key, '/api/ai-services')).status === 401);
  });
});

describe('a revoked key', () => {
  it('is refused and its streams end', async () => {
    const { apiKey, key } = await aKey();
    const page = await byKey(key, '/api/events');
    expect(page.status).toBe(200);
    expect((await revoke(apiKey.id)).status).toBe(204);
    const events: string[] = [];
    for await (const { data } of framesOf(page)) events.push(JSON.stringify(data));
    expect(events.join()).toContain('signed_out');
    expect(await outcome(await byKey(key, '/api/ai-services'))).toEqual([401, 'invalid_key']);
    expect((await revoke(apiKey.id)).status).toBe(404);
  });

  it('is no other user’s to revoke, and an administrator’s to list and revoke', async () => {
    const { apiKey, key } = await aKey();
    expect((await revoke(apiKey.id, admin)).status).toBe(404);
    expect((await byKey(key, '/api/ai-services')).status).toBe(200);
    const listed = await gateway.ask(`/api/admin/users/${eve.userId}/keys`, { cookie: admin.cookie });
    expect(await listed.json()).toContainEqual(expect.objectContaining({ id: apiKey.id, prefix: apiKey.prefix }));
    const path = `/api/admin/keys/${apiKey.id}`;
    expect((await gateway.ask(path, { method: 'DELETE', cookie: eve.cookie })).status).toBe(403);
    expect((await gateway.ask(path, { method: 'DELETE', cookie: admin.cookie })).status).toBe(204);
    expect((await byKey(key, '/api/ai-services')).status).toBe(401);
  });
});

describe('keys of one user', () => {
  it('are at most twenty, however many are made at once', async () => {
    const user = await gateway.aUser();
    const body = { name: 'One of many', scopes: ['read'] };
    const make = () => gateway.ask('/api/account/keys', { method: 'POST', cookie: user.cookie, body });
    const answers = await Promise.all(Array.from({ length: 22 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(await Promise.all(refused.map(outcome))).toEqual(Array(2).fill([409, 'too_many_keys']));
  });

  it.each([
    [{ name: ' ', scopes: ['read'] }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['admin'] }, 'scopes.0'],
    [{ name: 'x', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('are refused as %j', async (body, path) => {
    const answer = await gateway.ask('/api/account/keys', { method: 'POST', cookie: eve.cookie, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ issues: [expect.objectContaining({ path })] });
  });
});
