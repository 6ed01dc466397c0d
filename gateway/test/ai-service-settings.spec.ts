import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import { framesOf, startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;
const logs: string[] = [];
beforeAll(async () => {
  gateway = await startGateway({ onLog: (line) => logs.push(JSON.stringify(line)) });
  await until(() => gateway.slice.service.events.isConnected, { what: 'NATS' });
  cookie = (await gateway.aUser('admin')).cookie;
});
afterAll(() => gateway.close());

const path = '/api/admin/ai-services';
const mine = {
  name: 'mine',
  displayName: 'Mine',
  color: '#036EAE',
  category: 'text',
  provider: 'openai-compatible',
  model: 'm',
  baseUrl: 'https://models.example/v1',
  apiKey: 'sk-secret',
};
const ask = async (method: string, address: string, body?: unknown) => {
  const answer = await gateway.ask(address, { method, body, cookie });
  const text = await answer.text();
  expect(text).not.toContain('sk-secret');
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) };
};

it('adds, changes, orders, tests and removes a service, and never answers its key', async () => {
  const added = await ask('POST', path, mine);
  expect(added).toMatchObject({ status: 201, body: { name: 'mine', key: 'stored', source: 'admin', enabled: true } });
  expect(gateway.upstreams.settings.keys.get('mine')).toBe('sk-secret');
  expect(await ask('GET', path)).toMatchObject({ status: 200, body: [{ name: 'mine' }] });
  expect(await ask('GET', '/api/admin/ai-service-presets')).toMatchObject({
    body: { presets: [], canStoreKeys: true },
  });
  expect(await ask('PUT', `${path}/mine`, { displayName: 'Ours' })).toMatchObject({ body: { displayName: 'Ours' } });
  expect(await ask('PUT', `${path}/mine/enabled`, { enabled: false })).toMatchObject({ body: { enabled: false } });
  expect(await ask('DELETE', `${path}/mine/key`)).toMatchObject({ status: 200, body: { key: 'none' } });
  expect(await ask('PUT', `${path}/mine/key`, { apiKey: 'sk-secret' })).toMatchObject({ body: { key: 'stored' } });
  expect(await ask('PUT', '/api/admin/ai-service-order', { names: ['mine'] })).toMatchObject({ status: 200 });
  expect(await ask('POST', `${path}/mine/test`)).toMatchObject({ body: { ok: true, reply: 'Hello.', code: null } });
  expect(await ask('DELETE', `${path}/mine`)).toMatchObject({ status: 204 });
  expect(await ask('DELETE', `${path}/mine`)).toMatchObject({ status: 404 });
});

it.each([
  ['a field of the server', { ...mine, status: 'connected' }, 400],
  ['a key with a line break', { ...mine, apiKey: 'sk-secret\r\nX: y' }, 400],
  ['an address of another protocol', { ...mine, baseUrl: 'file:///etc/passwd' }, 400],
  ['a name that is none', { ...mine, name: '../x' }, 400],
  ['a category that is none', { ...mine, category: 'smell' }, 400],
])('refuses %s', async (_what, body, status) => {
  expect(await ask('POST', path, body)).toMatchObject({ status, body: { code: 'invalid_input' } });
});

it('notifies every page that the catalog has changed', async () => {
  const { cookie: reader } = await gateway.aUser('approved');
  const page = new AbortController();
  const answer = await gateway.ask('/api/events', { cookie: reader, signal: page.signal });
  const received = (async () => {
    for await (const frame of framesOf(answer)) if (frame.event === 'service') return frame.data;
    return undefined;
  })();
  const event = { action: 'service_added', names: ['mine'], actorId: undefined };
  const { database, events } = gateway.slice.service;
  await database.asWorker((tx) => events.in(tx).publish('ai_dispatch.catalog_changed.v1', event));
  expect(await received).toEqual({ name: 'mine', status: 'unknown', changed: true });
  page.abort();
});

it('writes no key into the log, whatever became of the call', () => {
  expect(logs.some((line) => line.includes('/api/admin/ai-services'))).toBe(true);
  expect(logs.filter((line) => line.includes('sk-secret'))).toEqual([]);
});
