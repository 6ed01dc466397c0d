import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiKey, KeyScope } from '@polylogue/api-contract';
import { AiService, AuditEntry, Category, SavedQuery } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
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

async function aKey(scopes = everything, user = eve, more: object = {}) {
  const body = { name: 'A script', scopes, ...more };
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
    expect(await listOf(user)).toEqual([{ ...apiKey, today: null }]);
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
    const { key } = await aKey(everything, eve, { expiresAt: new Date(Date.now() + 1_000).toISOString() });
    const other = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    for (const wrong of ['pl_live_x', other]) {
      expect(await outcome(await byKey(wrong, '/api/ai-services'))).toEqual([401, 'invalid_key']);
    }
    await until(async () => (await byKey(key, '/api/ai-services')).status === 401);
  });
});

describe('a key limited to some services', () => {
  const id = randomUUID();
  const limited = async () => (await aKey(everything, eve, { aiServices: ['gpt'] })).key;
  const saved = { title: 'Weekly', content: 'Hi', selectedAiServices: ['claude'] };
  const chat = { message: 'Hi', aiService: 'claude', sessionId: randomUUID(), conversationHistory: [] };
  beforeAll(() => {
    const { savedQueries, catalog } = gateway.upstreams;
    const query = (id: number, title: string, aiServices: string[]) =>
      SavedQuery.fromPartial({ id, title, aiServices, schedule: {}, createdAt: new Date(), updatedAt: new Date() });
    savedQueries.listSavedQueries = () =>
      Promise.resolve({ savedQueries: [query(7, 'Both', ['gpt', 'claude']), query(8, 'Daily', ['gpt'])] });
    savedQueries.getSavedQuery = () =>
      Promise.resolve(SavedQuery.fromPartial({ id: 7, aiServices: ['gpt', 'claude'] }));
    catalog.listAiServices = () => {
      const services = ['gpt', 'claude'].map((name) => ({ name, displayName: name, category: Category.TEXT }));
      return Promise.resolve({ services: services.map((each) => AiService.fromPartial(each)), formerServices: [] });
    };
  });

  it.each<[string, string, unknown]>([
    ['POST', '/api/send-message', { ...asking, selectedAIs: ['gpt', 'claude'] }],
    ['POST', '/api/send-message', { ...asking, selectedAIs: ['claude..k3f9a2'] }],
    ['POST', '/api/continue-conversation', { conversationId: id, selectedAIs: ['claude'], newMessage: 'More' }],
    ['POST', `/api/broadcasts/${id}/replay`, { selectedAIs: ['claude'] }],
    ['POST', `/api/messages/${id}/retry`, undefined],
    ['POST', '/api/summarize-responses', { messageIds: [id, randomUUID()] }],
    ['POST', '/api/ai-chat/send', chat],
    ['POST', '/api/saved-queries', saved],
    ['PUT', '/api/saved-queries/7', { title: 'Other' }],
    ['POST', '/api/saved-queries/7/execute', undefined],
  ])('is refused %s %s with %j, and nothing is asked', async (method, path, body) => {
    const key = await limited();
    const asked = () => {
      const { conversation, scheduler } = gateway.upstreams.servers;
      return [...conversation.calls, ...scheduler.calls].filter((call) => call.method !== 'getSavedQuery').length;
    };
    const before = asked();
    const answer = await byKey(key, path, method, body);
    expect(answer.status).toBe(403);
    const error = expect.stringContaining('only gpt');
    expect(await answer.json()).toMatchObject({ code: 'service_not_allowed', error });
    expect(asked()).toBe(before);
  });

  it('asks those it may, and sees only their models', async () => {
    const key = await limited();
    expect((await byKey(key, '/api/send-message', 'POST', asking)).status).toBe(200);
    const models = (await (await byKey(key, '/v1/models')).json()) as { data: { id: string }[] };
    expect(models.data.map((model) => model.id)).toEqual(['polylogue/all', 'polylogue/gpt', 'polylogue/saved/8']);
    const question = { model: 'polylogue/claude', messages: [{ role: 'user', content: 'Hi' }] };
    const refused = await byKey(key, '/v1/chat/completions', 'POST', question);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: expect.objectContaining({ type: 'permission_error', code: 'service_not_allowed' }) },
    ]);
  });
});

describe('a key with a budget of its own', () => {
  it('is asked about at ai-dispatch each time, in the name of the key', async () => {
    const { apiKey, key } = await aKey(everything, eve, { dailyBudget: 2.5 });
    const other = await aKey();
    const { allowance } = gateway.upstreams;
    const named: unknown[] = [];
    allowance.takeAllowance = (_request, call) => {
      named.push(call.mustHaveCaller().apiKey);
      return Promise.resolve({ limited: false });
    };
    // Nothing is limited, so what has no budget of its own is let through without being asked about.
    expect((await byKey(other.key, '/api/send-message', 'POST', asking)).status).toBe(200);
    named.length = 0;
    for (const turn of [key, key, other.key])
      expect((await byKey(turn, '/api/send-message', 'POST', asking)).status).toBe(200);
    const own = { id: apiKey.id, dailyBudgetMicros: 2_500_000 };
    expect(named).toEqual([own, own]);
    const refusal = 'The budget of this API key for today does not leave room for this.';
    allowance.listKeySpending = () =>
      Promise.resolve({ keys: [{ apiKeyId: apiKey.id, calls: 1, spentMicros: 2_500_000, reservedMicros: 0 }] });
    const run = '/api/saved-queries/7/execute';
    expect(await outcome(await byKey(key, run, 'POST'))).toEqual([429, 'key_budget_exhausted']);
    expect(gateway.upstreams.servers.scheduler.calls.map((call) => call.method)).not.toContain('executeSavedQuery');
    allowance.takeAllowance = () => Promise.reject(new AppError('rate_limited', 'key_budget_exhausted', refusal));
    expect(await outcome(await byKey(key, '/api/send-message', 'POST', asking))).toEqual([429, 'key_budget_exhausted']);
    allowance.takeAllowance = () => Promise.resolve({ limited: false });
  });

  it('is listed with what it used today', async () => {
    const user = await gateway.aUser();
    const { apiKey } = await aKey(['send'], user, { dailyBudget: 2.5, aiServices: ['gpt'] });
    expect(apiKey).toMatchObject({ dailyBudget: 2.5, aiServices: ['gpt'], today: { calls: 0, spent: 0, reserved: 0 } });
    const used = { apiKeyId: apiKey.id, calls: 3, spentMicros: 1_250_000, reservedMicros: 10 };
    gateway.upstreams.allowance.listKeySpending = () => Promise.resolve({ keys: [used] });
    const today = { calls: 3, spent: 1.25, reserved: 0.00001 };
    expect(await listOf(user)).toEqual([{ ...apiKey, today }]);
    const admins = await gateway.ask(`/api/admin/users/${user.userId}/keys`, { cookie: admin.cookie });
    expect(await admins.json()).toEqual([{ ...apiKey, today }]);
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

describe('what was done with a key', () => {
  it('is audited once a day for each address that it is used from', async () => {
    const { panel } = gateway.upstreams;
    const { apiKey, key } = await aKey();
    const uses = () => panel.keyUses.filter((each) => each.apiKeyId === apiKey.id);
    await Promise.all(Array.from({ length: 5 }, () => byKey(key, '/api/ai-services')));
    await until(() => uses().length > 0, { what: 'a use in the audit log' });
    await byKey(key, '/api/ai-services');
    const use = { userId: eve.userId, apiKeyId: apiKey.id, prefix: apiKey.prefix };
    expect(uses()).toEqual([{ ...use, address: expect.stringMatching(/127\.0\.0\.1|::1/) as unknown }]);
  });

  it('stands in the audit log by how it begins, and is shown by its name while it has one', async () => {
    const { panel } = gateway.upstreams;
    const { apiKey } = await aKey();
    const entryOf = (id: string, position: number) =>
      AuditEntry.fromPartial({
        position,
        at: new Date(),
        action: 'api_key_created',
        details: JSON.stringify({ apiKey: id, prefix: apiKey.prefix }),
      });
    const gone = randomUUID();
    panel.audited.push(entryOf(apiKey.id, 2), entryOf(gone, 1));
    const shown = await gateway.ask('/api/admin/audit', { cookie: admin.cookie });
    expect(await shown.json()).toMatchObject([{ keyName: 'A script' }, { keyName: null }]);
    await revoke(apiKey.id);
    const { id: apiKeyId, prefix } = apiKey;
    const change = { userId: eve.userId, apiKeyId, prefix };
    const changes = () => panel.keyChanges.filter((each) => each.apiKeyId === apiKeyId);
    await until(() => changes().length === 2);
    expect(changes()).toEqual([
      { ...change, revoked: false },
      { ...change, revoked: true },
    ]);
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
    [{ name: 'x', scopes: ['read'], aiServices: [] }, 'aiServices'],
    [{ name: 'x', scopes: ['read'], aiServices: ['gpt', 'gpt'] }, 'aiServices'],
    [{ name: 'x', scopes: ['read'], aiServices: ['No such'] }, 'aiServices.0'],
    [{ name: 'x', scopes: ['read'], aiServices: ['nobody'] }, 'aiServices'],
    [{ name: 'x', scopes: ['read'], dailyBudget: 0 }, 'dailyBudget'],
    [{ name: 'x', scopes: ['read'], dailyBudget: -1 }, 'dailyBudget'],
    [{ name: 'x', scopes: ['read'], dailyBudget: '5' }, 'dailyBudget'],
    [{ name: 'x', scopes: ['read'], dailyBudget: 100_001 }, 'dailyBudget'],
  ])('are refused as %j', async (body, path) => {
    const answer = await gateway.ask('/api/account/keys', { method: 'POST', cookie: eve.cookie, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ issues: [expect.objectContaining({ path })] });
  });
});
