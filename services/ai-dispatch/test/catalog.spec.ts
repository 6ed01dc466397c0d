import { afterEach, describe, expect, it } from '@jest/globals';
import { CatalogServiceDefinition, Category, EndKind, ServiceStatus } from '@polylogue/proto';
import { closing, fakeAi, type FakeAi, freePort, until } from '@polylogue/test-kit';
import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { startDemoServer, type DemoServer } from '../src/demo/demo-server.js';
import { startRunning, type Running } from './running.js';

const { add, closeAll } = closing();
afterEach(closeAll);

const listed = async (running: Running) => (await running.client(CatalogServiceDefinition).listAiServices({})).services;
const probe = (running: Running, name: string) => running.client(CatalogServiceDefinition).probeAiService({ name });
const row = (ai: FakeAi, name: string) => ({
  name,
  displayName: name.toUpperCase(),
  provider: 'openai-compatible',
  model: name,
  baseUrl: ai.url,
  color: '#036EAE',
});

async function published(running: Running): Promise<object[]> {
  const client = new pg.Client({ connectionString: running.database.adminUrl });
  await client.connect();
  const subject = 'ai_dispatch.service_status_changed.v1';
  const { rows } = await client.query<{ payload: object }>(
    'SELECT payload FROM ai_dispatch.outbox WHERE subject = $1 ORDER BY position',
    [subject],
  );
  await client.end();
  return rows.map(({ payload }) => payload);
}

describe('the catalog', () => {
  it('lists what the file names, in its order, and reports the faults of the rest', async () => {
    const lines: Record<string, unknown>[] = [];
    const ai = add(await fakeAi());
    const text = JSON.stringify([
      row(ai, 'b'),
      { ...row(ai, 'a'), color: 'blue' },
      { ...row(ai, 'a'), category: 'image' },
    ]);
    const running = add(await startRunning(text, { onLog: (line) => lines.push(line) }));
    expect(await listed(running)).toEqual([
      {
        name: 'b',
        displayName: 'B',
        color: '#036EAE',
        hasDefaultColor: false,
        category: Category.TEXT,
        status: ServiceStatus.UNKNOWN,
        demo: false,
        model: 'b',
        supports: expect.objectContaining({ temperature: true, webSearch: false }),
        sees: false,
      },
      expect.objectContaining({ name: 'a', category: Category.IMAGE }),
    ]);
    const faults = lines.flatMap((line) => (typeof line['fault'] === 'string' ? [line['fault']] : []));
    expect(faults).toEqual([expect.stringMatching(/^line 1: \[1\]\.color: /)]);
  });

  it('probes at start and by itself again, and publishes a change once', async () => {
    const ai = add(await fakeAi());
    const env = { AI_DISPATCH_PROBE_SECONDS: '0.1' };
    const running = add(await startRunning([row(ai, 'a')], { env }));
    await until(async () => (await listed(running))[0]?.status === ServiceStatus.CONNECTED);
    await until(() => ai.requests.filter(({ path }) => path === '/v1/models').length > 2);
    await until(async () => (await published(running)).length > 0);
    expect(await published(running)).toEqual([{ name: 'a', status: ServiceStatus.CONNECTED }]);
  });

  it('says error once a call is refused for its key, and looks again when an administrator probes', async () => {
    const ai = add(await fakeAi());
    ai.replies('a', { status: 401 }, 'Hello again');
    const running = add(await startRunning([row(ai, 'a')]));
    expect((await probe(running, 'a')).status).toBe(ServiceStatus.CONNECTED);
    expect((await running.dispatch('a')).end.error?.code).toBe('invalid_key');
    await until(async () => (await listed(running))[0]?.status === ServiceStatus.ERROR);
    expect((await probe(running, 'a')).status).toBe(ServiceStatus.CONNECTED);
    await until(async () => (await published(running)).length >= 3);
    expect(await published(running)).toEqual(
      [ServiceStatus.CONNECTED, ServiceStatus.ERROR, ServiceStatus.CONNECTED].map((status) => ({ name: 'a', status })),
    );
  });

  it('says connected on each of two processes once an administrator probes on one', async () => {
    const ai = add(await fakeAi());
    ai.replies('a', { status: 401 }, 'Hello again');
    const one = add(await startRunning([row(ai, 'a')]));
    const { database, eventsPrefix } = one;
    const other = add(await startRunning([row(ai, 'a')], { database, eventsPrefix }));
    const statuses = async () => (await Promise.all([one, other].map(listed))).map(([service]) => service?.status);
    for (const running of [one, other]) await probe(running, 'a');
    expect((await other.dispatch('a')).end.error?.code).toBe('invalid_key');
    await until(async () => (await published(one)).length >= 2);
    await until(async () => isDeepStrictEqual(await statuses(), [ServiceStatus.CONNECTED, ServiceStatus.ERROR]));
    await probe(one, 'a');
    await until(async () => (await statuses())[1] === ServiceStatus.CONNECTED, { what: 'the other to hear of it' });
    expect(await published(one)).toEqual(
      [ServiceStatus.CONNECTED, ServiceStatus.ERROR, ServiceStatus.CONNECTED].map((status) => ({ name: 'a', status })),
    );
  });

  it('says nothing of a blind call, which would name whom it went to', async () => {
    const ai = add(await fakeAi());
    ai.replies('a', { status: 401 }, 'Hello', { status: 401 });
    const running = add(await startRunning([row(ai, 'a')]));
    expect((await running.dispatch('a', { blind: true })).end.error?.code).toBe('invalid_key');
    expect((await running.dispatch('a', { blind: true })).text).toBe('Hello');
    expect((await running.dispatch('a')).end.error?.code).toBe('invalid_key');
    await until(async () => (await published(running)).length > 0);
    expect(await published(running)).toEqual([{ name: 'a', status: ServiceStatus.ERROR }]);
  });

  it('says error for a service that is away, and connected when it is back', async () => {
    const gone = await fakeAi();
    const running = add(await startRunning([row(gone, 'a')]));
    await gone.close();
    expect((await probe(running, 'a')).status).toBe(ServiceStatus.ERROR);
    await expect(probe(running, 'nobody')).rejects.toMatchObject({ kind: 'not_found', code: 'unknown_ai_service' });
  });

  it('remembers a service that is gone, as it was called last, and offers it no more', async () => {
    const ai = add(await fakeAi());
    const running = add(await startRunning([row(ai, 'a'), { ...row(ai, 'b'), displayName: 'Bee', color: '#AC430E' }]));
    const again = add(await startRunning([row(ai, 'a')], { database: running.database }));
    const { services, formerServices } = await again.client(CatalogServiceDefinition).listAiServices({});
    expect(services.map(({ name }) => name)).toEqual(['a']);
    expect(formerServices).toMatchObject([
      { name: 'b', displayName: 'Bee', color: '#AC430E', status: ServiceStatus.UNKNOWN },
    ]);
    await expect(again.dispatch('b')).rejects.toMatchObject({ code: 'unknown_ai_service' });
  });

  it('finds a local Ollama by itself and offers its models', async () => {
    const ai = add(await fakeAi());
    ai.replies('llama3:latest', 'Hello from this machine');
    ai.replies('nomic-embed-text', 'never');
    const env = { OLLAMA_URL: ai.url.replace('/v1', ''), AI_DISPATCH_PROBE_SECONDS: '1' };
    const running = add(await startRunning([], { env }));
    // It has only a moment to answer, and is called again when it was too slow.
    await until(async () => (await listed(running)).length > 0);
    expect(await listed(running)).toMatchObject([
      { name: 'ollama-llama3-latest', displayName: 'llama3 (Ollama)', demo: false },
    ]);
    expect((await running.dispatch('ollama-llama3-latest')).text).toBe('Hello from this machine');
  });

  it('tells two local models apart whose names would be one', async () => {
    const models = ['Q5_K_M', 'Q4_K_M'].map(
      (size) => `hf.co/bartowski/Mistral-Small-3.2-24B-Instruct-2506-GGUF:${size}`,
    );
    const ai = add(await fakeAi());
    for (const model of models) ai.replies(model, `Hello from ${model}`);
    const env = { OLLAMA_URL: ai.url.replace('/v1', ''), AI_DISPATCH_PROBE_SECONDS: '1' };
    const running = add(await startRunning([], { env }));
    await until(async () => (await listed(running)).length > 0);
    const services = await listed(running);
    expect(services.map(({ model }) => model)).toEqual(models);
    expect(new Set(services.map(({ name }) => name)).size).toBe(2);
    for (const { name, model } of services) expect((await running.dispatch(name)).text).toBe(`Hello from ${model}`);
  });

  it('finds a local Ollama that is started later', async () => {
    const port = await freePort();
    const env = { OLLAMA_URL: `http://127.0.0.1:${port}`, AI_DISPATCH_PROBE_SECONDS: '1' };
    const running = add(await startRunning([], { env }));
    expect(await listed(running)).toEqual([]);
    const models = JSON.stringify({ data: [{ id: 'mistral' }] });
    const server = createServer((_request, response) => response.end(models)).listen(port, '127.0.0.1');
    add({ close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) });
    const isConnected = async () => (await listed(running)).some(({ status }) => status === ServiceStatus.CONNECTED);
    await until(isConnected, { what: 'the model that came up' });
    expect(await listed(running)).toMatchObject([{ name: 'ollama-mistral', displayName: 'mistral (Ollama)' }]);
  });
});

describe('the demo services', () => {
  let demo: DemoServer;

  it('are offered when there is nothing else, say so, and answer side by side', async () => {
    demo = add(await startDemoServer({ port: 0, host: '127.0.0.1', speed: 20 }));
    const running = add(await startRunning([], { env: { DEMO_URL: demo.url } }));
    const all = await listed(running);
    expect(all.every((service) => service.demo && service.hasDefaultColor)).toBe(true);
    expect(new Set(all.map(({ color }) => color)).size).toBe(9);
    expect(all.slice(6).map(({ category }) => category)).toEqual([Category.IMAGE, Category.AUDIO, Category.VIDEO]);
    const services = all.slice(0, 6);
    expect(services.every(({ category }) => category === Category.TEXT)).toBe(true);
    const answers = await Promise.all(services.map(({ name }) => running.dispatch(name, { text: 'Count to 30' })));
    for (const { text, end } of answers) {
      expect(end.kind).toBe(EndKind.COMPLETED);
      expect(end.usage?.outputTokens).toBeGreaterThan(0);
      expect(text).toContain('28, 29, 30');
    }
  });

  it('are not offered beside a real service', async () => {
    const env = { DEMO_URL: 'http://127.0.0.1:1', GROQ_API_KEY: 'k' };
    const running = add(await startRunning([], { env }));
    expect((await listed(running)).map(({ name, demo }) => [name, demo])).toEqual([['groq', false]]);
  });
});
