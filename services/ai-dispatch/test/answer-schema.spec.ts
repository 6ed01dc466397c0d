import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EndKind } from '@polylogue/proto';
import { startDemoServer, type DemoServer } from '../src/demo/demo-server.js';
import { personas } from '../src/demo/personas.js';
import { everyPart, protocols, startRunning, type Running } from './running.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

const answerSchema = JSON.stringify({
  type: 'object',
  properties: { verdict: { type: 'integer' } },
  required: ['verdict'],
  additionalProperties: false,
});

let vendor: VendorServer;
let demo: DemoServer;
let running: Running;

beforeAll(async () => {
  vendor = await startVendorServer();
  demo = await startDemoServer({ port: 0, host: '127.0.0.1', speed: 0 });
  running = await startRunning([
    ...everyPart(vendor.url),
    { name: 'sage', displayName: 'Sage', provider: 'demo', model: personas[0]?.model, baseUrl: demo.url },
  ]);
});

afterAll(async () => {
  await running?.close();
  await vendor?.close();
  await demo?.close();
});

const bodiesFor = (service: string) => vendor.requestsFor(service).map(({ body }) => body);

describe.each(protocols)('a reply by schema: %s', (protocol) => {
  it('hands the schema to a service that takes one, and says so', async () => {
    const { end } = await running.dispatch(`${protocol}-hello`, { answerSchema });
    expect(end).toMatchObject({ kind: EndKind.COMPLETED, answerSchemaApplied: true });
    expect(bodiesFor(`${protocol}-hello`)[0]).toContain('"verdict"');
  });

  it('retries without the schema when it is refused, and does not offer it a second time', async () => {
    for (const requests of [2, 3]) {
      const { end, text } = await running.dispatch(`${protocol}-no-schema`, { answerSchema });
      expect(end).toMatchObject({ kind: EndKind.COMPLETED, answerSchemaApplied: false });
      expect(text).toBe('Grüße, 世界 👋🏽\n');
      expect(bodiesFor(`${protocol}-no-schema`)).toHaveLength(requests);
    }
  });

  it('leaves other calls as they are', async () => {
    const before = bodiesFor(`${protocol}-hello`).length;
    const { end } = await running.dispatch(`${protocol}-hello`);
    expect(end.answerSchemaApplied).toBeUndefined();
    expect(bodiesFor(`${protocol}-hello`)[before]).not.toMatch(/verdict|response_format|responseSchema|tool_choice/);
  });
});

it('does not pretend that a demo service answers by schema', async () => {
  const { end } = await running.dispatch('sage', { answerSchema });
  expect(end).toMatchObject({ kind: EndKind.COMPLETED, answerSchemaApplied: false });
});

it.each(['[]', '"a"', 'no JSON', `{"a":"${'x'.repeat(65 * 1024)}"}`])('refuses a schema that is none', async (bad) => {
  const refused = running.dispatch('openai-hello', { answerSchema: bad });
  await expect(refused).rejects.toMatchObject({ kind: 'invalid', issues: [{ path: 'answerSchema' }] });
});
