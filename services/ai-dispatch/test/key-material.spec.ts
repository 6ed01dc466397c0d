import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CatalogServiceDefinition } from '@polylogue/proto';
import { backingUrls, until } from '@polylogue/test-kit';
import { connect, type NatsConnection } from 'nats';
import { protocols, startRunning, type Running } from './running.js';
import { newRing, panelOf, sql, startWithRing } from './settings.fixture.js';
import { partNames, pathOf, startVendorServer, type VendorServer } from './vendor-server.js';

const canary = () => `sk-canary-${randomBytes(18).toString('hex')}`;
const canaries = { file: canary(), stored: canary(), replaced: canary(), malformed: canary(), refused: canary() };
const ring = newRing('k1', 'k2');

/** Everything that left the process, by where it went. */
const left = new Map<string, string[]>();
const keep = (where: string, what: unknown) => {
  const text = typeof what === 'string' ? what : JSON.stringify(what);
  left.set(where, [...(left.get(where) ?? []), text]);
};

/** As it is, and in the forms a careless line would give it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    secret.replaceAll('-', '_'),
    secret.toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(secret),
  ];
}

/** A collector of traces that keeps what it is sent. */
async function startCollector(): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      keep('traces', Buffer.concat(pieces).toString('latin1'));
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('key material', () => {
  let vendor: VendorServer;
  let collector: Server;
  let nats: NatsConnection;
  let running: Running;

  beforeAll(async () => {
    [vendor, collector] = [await startVendorServer(), await startCollector()];
    const { port } = collector.address() as AddressInfo;
    const rows = protocols.flatMap((provider) =>
      partNames.map((part) => ({
        name: `${provider}-${part}`,
        displayName: part,
        provider,
        model: part,
        apiKey: canaries.file,
        baseUrl: vendor.url + pathOf(provider),
        timeouts: { connect: 1000, firstToken: 400, gap: 400, total: 4000 },
      })),
    );
    running = await startWithRing(ring, rows, {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, AI_DISPATCH_BREAKER_FAILURES: '1000' },
      onLog: (line) => keep('logs', line),
    });
    nats = await connect({ servers: backingUrls().nats });
    nats.subscribe(`${running.eventsPrefix}.>`, { callback: (_error, message) => keep('events', message.string()) });
    await nats.flush();
  });

  afterAll(async () => {
    await nats?.close();
    await running?.close();
    await vendor?.close();
    collector?.closeAllConnections();
    await new Promise((resolve) => collector?.close(resolve));
  });

  it('goes to the vendor and nowhere else, whatever the vendor does with it', async () => {
    // Success and failure of every kind; this vendor prints the key it was given into its errors.
    const parts = partNames.filter((part) => part !== 'flood' && part !== 'trickle');
    for (const provider of protocols) {
      for (const part of parts) keep('answers', await running.dispatch(`${provider}-${part}`));
    }
    // In the panel: stored, used, replaced, refused, tested, requested again.
    const panel = panelOf(running);
    const baseUrl = vendor.url + pathOf('openai-compatible');
    for (const part of ['hello', 'status-401', 'redirect', 'html'] as const) {
      const name = `stored-${part}`;
      keep('answers', await panel.add({ name, model: part, baseUrl, apiKey: canaries.stored }));
      keep('answers', await running.dispatch(name));
      keep('answers', await panel.test(name));
    }
    keep('answers', await panel.setKey('stored-hello', canaries.replaced));
    keep('answers', await running.dispatch('stored-hello'));
    const refused = [
      panel.add({ name: 'bad', baseUrl, apiKey: `${canaries.refused}\n` }),
      panel.add({ name: 'bad', baseUrl: `https://${canaries.refused}@models.example/v1`, apiKey: canaries.refused }),
      panel.add({ name: 'bad', baseUrl: `https://models.example/?key=${canaries.refused}` }),
      panel.setKey('nobody', canaries.refused),
      panel.add({ name: 'stored-hello', baseUrl, apiKey: canaries.refused }),
    ];
    for (const refusal of refused) {
      const thrown = await refusal.catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Error);
      const { message, stack, ...rest } = thrown as Error;
      keep('answers', [message, stack, rest]);
    }
    keep(
      'answers',
      await panel.edit({ name: 'stored-redirect', displayName: 'Moved', baseUrl: 'https://8.8.8.8/v1' } as never),
    );
    keep('answers', await panel.list());
    keep('answers', await running.client(CatalogServiceDefinition).listAiServices({}));
    // The key reached the vendor: otherwise nothing of this would prove anything.
    expect(JSON.stringify(vendor.requestsFor('openai-hello')[0]?.headers)).toContain(canaries.file);
    const used = vendor.requestsFor('openai-compatible-hello').map(({ headers }) => headers.authorization);
    expect(used).toEqual(expect.arrayContaining([`Bearer ${canaries.stored}`, `Bearer ${canaries.replaced}`]));
  });

  it('is in no fault of a malformed catalog', async () => {
    const key = canaries.malformed;
    const texts = [
      `- { name: a, displayName: A, provider: openai, model: m, apiKey: "${key} with a space" }`,
      `- { name: a, displayName: A, provider: openai, model: m, apiKey: *${key} }`,
      `- { name: a, displayName: A, provider: openai, model: m, apiKey: "${key} }`,
      `- { name: a, displayName: A, provider: openai, model: m, apiKey: @${key} }`,
      `- name: a\n  apiKey: ${key}: ${key}\n  model: m`,
      `- name: a\n  apiKey: !!int ${key}`,
      `- name: a\n\tapiKey: ${key}`,
      `- apiKey: ${key}\n  apiKey: ${key}`,
      `- ${key}`,
      key,
      `- { name: a, displayName: A, provider: openai, model: m, ${key}: true }`,
      `- { name: ${key.toUpperCase()}, displayName: A, provider: ${key}, model: m, category: ${key} }`,
      `- { name: a, displayName: A, provider: openai, model: m, apiKey: "\${${key.replaceAll('-', '_')}}" }`,
    ];
    for (const text of texts) {
      const faults: unknown[] = [];
      const onLog = (line: Record<string, unknown>) => {
        keep('logs', line);
        if (line['fault'] !== undefined) faults.push(line['fault']);
      };
      const slice = await startRunning(text, { onLog });
      await slice.close();
      expect(faults.length).toBeGreaterThan(0);
    }
  });

  it('is in no log, answer, event, trace, figure, state or table', async () => {
    for (const page of ['healthz', 'readyz', 'metrics']) {
      keep(page, await (await fetch(`${running.service.healthUrl}/${page}`)).text());
    }
    await until(
      async () => (await sql(running, 'SELECT 1 FROM ai_dispatch.outbox WHERE sent_at IS NULL')).length === 0,
    );
    await until(() => (left.get('traces') ?? []).join('').includes('ai_dispatch.v1'));
    const tables = await sql<{ name: string }>(
      running,
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      for (const row of await sql<{ text: string }>(running, `SELECT t::text AS text FROM ${name} t`))
        keep('dump', row.text);
    }
    const sources = ['logs', 'answers', 'events', 'traces', 'healthz', 'readyz', 'metrics', 'dump'];
    expect([...left.keys()].sort()).toEqual([...sources].sort());
    const secrets = [...Object.values(canaries), ...Object.values(ring)];
    const found = [...left].flatMap(([where, texts]) =>
      texts
        .filter((text) => secrets.some((secret) => formsOf(secret).some((form) => text.includes(form))))
        .map((text) => `${where}: ${text.slice(0, 400)}`),
    );
    expect(found).toEqual([]);
    // The envelopes are there, and so are the events about them.
    expect(left.get('dump')?.some((text) => text.includes('stored-hello'))).toBe(true);
    expect(left.get('events')?.some((text) => text.includes('key_stored'))).toBe(true);
  });
});
