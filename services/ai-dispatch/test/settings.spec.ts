import { afterEach, describe, expect, it } from '@jest/globals';
import {
  CatalogServiceDefinition,
  CatalogSettingsServiceDefinition,
  Category,
  KeyState,
  ServiceSource,
  ServiceStatus,
} from '@polylogue/proto';
import { AppError, newContext, runInContext } from '@polylogue/service-kit';
import { aUser, callerToken, closing, fakeAi, type FakeAi, freePort, until } from '@polylogue/test-kit';
import { CatalogFollower } from '../src/catalog/catalog-follower.js';
import { startDemoServer } from '../src/demo/demo-server.js';
import type { Running } from './running.js';
import { adminToken, aService, newRing, panelOf, sql, startWithRing } from './settings.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

const offered = async (running: Running) =>
  (await running.client(CatalogServiceDefinition).listAiServices({})).services.map(({ name }) => name);
const row = (ai: FakeAi, name: string) => ({
  name,
  displayName: name.toUpperCase(),
  provider: 'openai-compatible',
  model: name,
  baseUrl: ai.url,
  apiKey: 'sk-of-the-operator',
});
const refusal = async (call: Promise<unknown>) => {
  const thrown = await call.catch((error: unknown) => error);
  if (!AppError.is(thrown)) throw new Error('It was not refused.');
  return { kind: thrown.kind, code: thrown.code, issues: thrown.issues?.map(({ path }) => path) };
};

describe('a service that an administrator adds', () => {
  it('is offered at once, and called with its key, which no answer ever shows', async () => {
    const ai = add(await fakeAi());
    const running = add(await startWithRing(newRing('k1')));
    const panel = panelOf(running);
    const wanted = { baseUrl: `${ai.url}/`, apiKey: 'sk-secret', preset: 'vllm' };
    const address = '203.0.113.7';
    const added = await runInContext(newContext({ address }), () => panel.add(wanted));
    expect(added).toMatchObject({
      service: { name: 'mine', displayName: 'Mine', demo: false },
      source: ServiceSource.ADMIN,
      isEnabled: true,
      keyState: KeyState.STORED,
      preset: 'vllm',
      baseUrl: ai.url,
    });
    expect(added.keySetAt).toBeInstanceOf(Date);
    expect(await offered(running)).toEqual(['mine']);
    expect((await running.dispatch('mine')).text).toBe('Hello from m.');
    expect(ai.requestsFor('m')[0]?.headers.authorization).toBe('Bearer sk-secret');
    expect(JSON.stringify([added, await panel.list()])).not.toContain('sk-secret');
    const published = await sql(
      running,
      `SELECT payload FROM ai_dispatch.outbox WHERE subject LIKE '%catalog_changed%'`,
    );
    const entry = { action: 'service_added', names: ['mine'], actorId: expect.any(String), address };
    expect(published).toEqual([{ payload: entry }]);
  });

  it('is known on the other replicas within a moment', async () => {
    const ai = add(await fakeAi());
    const ring = newRing('k1');
    const one = add(await startWithRing(ring));
    const { database, eventsPrefix } = one;
    const near = add(await startWithRing(ring, [], { database, eventsPrefix }));
    await panelOf(one).add({ baseUrl: ai.url, apiKey: 'sk-secret' });
    await until(async () => (await offered(near)).includes('mine'));
    expect((await near.dispatch('mine')).text).toBe('Hello from m.');
    await panelOf(one).remove('mine');
    await until(async () => (await offered(near)).length === 0);
  });

  it.each([
    ['a name that is none', { name: 'No Name' }, 'name'],
    ['a colour that is none', { color: 'red' }, 'color'],
    ['an unknown protocol', { provider: 'gopher' }, 'provider'],
    ['no model', { model: ' ' }, 'model'],
    ['a category its protocol has not', { provider: 'anthropic', category: Category.IMAGE }, 'category'],
    ['a key with a line break', { apiKey: 'sk\nX-Evil: 1' }, 'apiKey'],
    ['no address', { baseUrl: 'models.example' }, 'baseUrl'],
    ['an address of another protocol', { baseUrl: 'file:///etc/passwd' }, 'baseUrl'],
    ['a user name in the address', { baseUrl: 'https://me:pw@models.example/v1' }, 'baseUrl'],
    ['a query in the address', { baseUrl: 'https://models.example/v1?key=sk' }, 'baseUrl'],
    ['an address of the own network', { baseUrl: 'http://10.0.0.5/v1' }, 'baseUrl'],
    ['metadata of the cloud', { baseUrl: 'http://169.254.169.254/latest' }, 'baseUrl'],
    ['this machine in other figures', { baseUrl: 'http://[::1]/v1' }, 'baseUrl'],
    ['a public address without TLS', { baseUrl: 'http://8.8.8.8/v1' }, 'baseUrl'],
  ])('is refused with %s, and nothing is kept', async (_what, fault, path) => {
    const running = add(await startWithRing(newRing('k1')));
    const panel = panelOf(running);
    const said = await refusal(panel.add(fault));
    expect(said).toEqual({ kind: 'invalid', code: 'invalid_ai_service', issues: [path] });
    expect((await panel.list()).services).toEqual([]);
  });

  it('needs a name of its own, and a key ring for its key', async () => {
    const ai = add(await fakeAi());
    const running = add(await startWithRing(undefined, [row(ai, 'gpt')]));
    const panel = panelOf(running);
    expect(await refusal(panel.add({ name: 'gpt' }))).toMatchObject({ code: 'ai_service_exists' });
    expect(await refusal(panel.add({ apiKey: 'sk' }))).toMatchObject({ code: 'no_key_ring' });
    expect((await panel.list()).canStoreKeys).toBe(false);
    expect(await offered(running)).toEqual(['gpt']);
  });

  it('loses its key with its address, so that it is never sent to another server', async () => {
    const [ai, evil] = [add(await fakeAi()), add(await fakeAi())];
    const running = add(await startWithRing(newRing('k1')));
    const panel = panelOf(running);
    await panel.add({ baseUrl: ai.url, apiKey: 'sk-secret' });
    expect((await panel.edit({ name: 'mine', displayName: 'Ours' })).keyState).toBe(KeyState.STORED);
    expect((await panel.edit({ name: 'mine', baseUrl: evil.url })).keyState).toBe(KeyState.NONE);
    await running.dispatch('mine');
    expect(JSON.stringify(evil.requests.map(({ headers }) => headers))).not.toContain('sk-secret');
    // Neither does a row that is changed in the table itself.
    await panel.edit({ name: 'mine', baseUrl: ai.url, apiKey: 'sk-secret' });
    await sql(running, `UPDATE ai_dispatch.catalog SET base_url = $1`, [evil.url]);
    await sql(running, `UPDATE ai_dispatch.catalog_revision SET revision = revision + 1`);
    await running.service.app.get(CatalogFollower, { strict: false }).follow();
    expect((await panel.list()).services[0]?.keyState).toBe(KeyState.UNREADABLE);
    await running.dispatch('mine');
    expect(JSON.stringify(evil.requests.map(({ headers }) => headers))).not.toContain('sk-secret');
  });
});

describe("a service of the operator's", () => {
  it('can be renamed, given another key and switched off, and goes back to what was configured', async () => {
    const ai = add(await fakeAi());
    const running = add(await startWithRing(newRing('k1'), [row(ai, 'a'), row(ai, 'b')]));
    const panel = panelOf(running);
    const before = (await panel.list()).services;
    expect(before[0]).toMatchObject({ source: ServiceSource.FILE, keyState: KeyState.OPERATOR, isAmended: false });
    expect((await panel.edit({ name: 'a', displayName: 'Anna' })).service?.displayName).toBe('Anna');
    await panel.setKey('a', 'sk-from-the-panel');
    await running.dispatch('a');
    expect(ai.requestsFor('a')[0]?.headers.authorization).toBe('Bearer sk-from-the-panel');
    await panel.enable('a', false);
    expect(await offered(running)).toEqual(['b']);
    expect((await panel.list()).services[0]).toMatchObject({ isAmended: true, isEnabled: false });
    await panel.remove('a');
    const after = (await panel.list()).services;
    expect(after.map(({ service, ...rest }) => ({ ...rest, name: service?.name }))).toEqual(
      before.map(({ service, ...rest }) => ({ ...rest, name: service?.name })),
    );
    await running.dispatch('a');
    expect(ai.requestsFor('a')[1]?.headers.authorization).toBe('Bearer sk-of-the-operator');
    expect(await refusal(panel.remove('a'))).toMatchObject({ kind: 'conflict', code: 'configured_by_operator' });
  });

  it('can be said to see, whatever is known of its model', async () => {
    const ai = add(await fakeAi());
    const running = add(await startWithRing(newRing('k1'), [{ ...row(ai, 'a'), sees: true }, row(ai, 'b')]));
    const panel = panelOf(running);
    const sees = async () => (await panel.list()).services.map(({ service }) => service?.sees);
    expect(await sees()).toEqual([true, false]);
    await panel.edit({ name: 'a', sees: false });
    await panel.edit({ name: 'b', sees: true });
    expect(await sees()).toEqual([false, true]);
    expect((await panel.list()).services[1]).toMatchObject({ isAmended: true });
    await panel.remove('b');
    expect(await sees()).toEqual([false, false]);
    await panel.add({ baseUrl: `${ai.url}/`, sees: true });
    expect(await sees()).toEqual([false, false, true]);
  });

  it('keeps its address: its key would follow', async () => {
    const [ai, evil] = [add(await fakeAi()), add(await fakeAi())];
    const running = add(await startWithRing(newRing('k1'), [row(ai, 'a')]));
    const said = await refusal(panelOf(running).edit({ name: 'a', baseUrl: evil.url }));
    expect(said).toMatchObject({ code: 'configured_by_operator' });
    await running.dispatch('a');
    expect(evil.requests).toEqual([]);
  });

  it('stands where an administrator puts it', async () => {
    const ai = add(await fakeAi());
    const running = add(await startWithRing(newRing('k1'), [row(ai, 'a'), row(ai, 'b'), row(ai, 'c')]));
    const panel = panelOf(running);
    await panel.order('c', 'a');
    expect(await offered(running)).toEqual(['c', 'a', 'b']);
    await panel.add({ name: 'd', baseUrl: ai.url });
    expect(await offered(running)).toEqual(['c', 'a', 'b', 'd']);
    expect(await refusal(panel.order('nobody'))).toMatchObject({ kind: 'not_found' });
  });

  it('that is a demo steps back for a real one, unless an administrator wants both', async () => {
    const ai = add(await fakeAi());
    const demo = add(await startDemoServer({ port: await freePort(), host: '127.0.0.1', speed: 0 }));
    const running = add(await startWithRing(newRing('k1'), [], { env: { DEMO_URL: demo.url } }));
    const panel = panelOf(running);
    expect(await offered(running)).toContain('demo-sage');
    await panel.add({ baseUrl: ai.url });
    expect(await offered(running)).toEqual(['mine']);
    await panel.enable('demo-sage', true);
    expect((await offered(running)).sort()).toEqual(['demo-sage', 'mine']);
    await panel.enable('mine', false);
    expect(await offered(running)).toContain('demo-brief');
  });
});

describe('a test of a service', () => {
  it.each([
    ['works', undefined, { isWell: true, sentence: 'Mine works.', reply: 'Hello there.' }],
    ['has a wrong key', { status: 401, errorMessage: 'Incorrect API key: sk-secret' }, { code: 'invalid_key' }],
    ['has no credit', { status: 402 }, { code: 'refused' }],
    ['does not know the model', { status: 404 }, { code: 'refused' }],
    ['cuts the line', { chunks: ['He'], fault: 'cut' as const }, { code: 'broken_stream' }],
    ['says nothing', { chunks: [] }, { code: 'empty_reply' }],
  ])('says in a sentence that it %s', async (_what, script, expected) => {
    const ai = add(await fakeAi());
    ai.replies('m', script ?? 'Hello there.');
    const running = add(await startWithRing(newRing('k1')));
    const panel = panelOf(running);
    await panel.add({ baseUrl: ai.url, apiKey: 'sk-secret', isEnabled: false });
    const trial = await panel.test('mine');
    expect(trial).toMatchObject({ isWell: false, ...expected });
    expect(trial.sentence).toMatch(/^(Mine|The connection to Mine|The account behind Mine) .+\.$/);
    expect(JSON.stringify(trial)).not.toContain('sk-secret');
    if (trial.code === 'invalid_key') expect(trial.status).toBe(ServiceStatus.ERROR);
  });

  it('says so when a web page or a redirect answers, or nothing does', async () => {
    const ai = add(await fakeAi());
    const running = add(await startWithRing(newRing('k1')));
    const panel = panelOf(running);
    await panel.add({ name: 'html', model: 'html', baseUrl: ai.url });
    ai.replies('html', {
      raw: (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    });
    expect(await panel.test('html')).toMatchObject({ isWell: false, code: 'refused' });
    await panel.add({ name: 'moved', model: 'moved', baseUrl: ai.url });
    ai.replies('moved', { raw: (_request, response) => void response.writeHead(307, { location: '/v2' }).end() });
    expect((await panel.test('moved')).sentence).toContain('redirect, which is not followed');
    await panel.add({ name: 'away', baseUrl: `http://127.0.0.1:${await freePort()}/v1` });
    expect(await panel.test('away')).toMatchObject({ code: 'unreachable', status: ServiceStatus.ERROR });
    expect(await refusal(panel.test('nobody'))).toMatchObject({ kind: 'not_found' });
  });
});

it('is for administrators only', async () => {
  const running = add(await startWithRing(newRing('k1')));
  const client = running.client(CatalogSettingsServiceDefinition);
  for (const call of [{ callerToken: callerToken(aUser()) }, {}]) {
    const name = 'mine';
    const calls = [
      () => client.listConfiguredServices({}, call),
      () => client.listPresets({}, call),
      () => client.addConfiguredService(aService({}), call),
      () => client.editConfiguredService({ name }, call),
      () => client.enableConfiguredService({ name, isEnabled: true }, call),
      () => client.orderConfiguredServices({ names: [name] }, call),
      () => client.setServiceKey({ name, apiKey: 'sk' }, call),
      () => client.testConfiguredService({ name }, call),
      () => client.removeConfiguredService({ name }, call),
    ];
    const kinds = new Set(await Promise.all(calls.map(async (start) => (await refusal(start())).kind)));
    expect([...kinds]).toEqual([call.callerToken ? 'forbidden' : 'unauthenticated']);
  }
  const { presets } = await client.listPresets({}, { callerToken: adminToken() });
  expect(presets.map(({ title }) => title)).toEqual([
    'OpenAI',
    'Anthropic',
    'Google',
    'xAI',
    'Mistral',
    'DeepSeek',
    'Perplexity',
    'Groq',
    'OpenRouter',
    'Together',
    'Ollama',
    'LM Studio',
    'vLLM',
  ]);
});
