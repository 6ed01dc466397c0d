import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChatRole, ProviderRequestsServiceDefinition } from '@polylogue/proto';
import { aUser, callerToken } from '@polylogue/test-kit';
import { everyPart, protocols, secretKey, startRunning, type Running } from './running.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

let vendor: VendorServer;
let running: Running;

beforeAll(async () => {
  vendor = await startVendorServer();
  const silent = { name: 'keyless', displayName: 'Keyless', provider: 'openai-compatible', model: 'hello' };
  const rows = [
    ...everyPart(vendor.url, { hello: { temperature: 0.3 } }),
    { ...silent, baseUrl: `${vendor.url}/x/v1` },
  ];
  running = await startRunning(rows);
});
afterAll(async () => {
  await running?.close();
  await vendor?.close();
});

const token = callerToken(aUser());
const user = (content: string) => ({ role: ChatRole.USER, content });
const rebuild = (request: object) =>
  running
    .client(ProviderRequestsServiceDefinition)
    .rebuildProviderRequest(
      { aiService: 'openai-hello', messages: [user('Hello')], ...request },
      { callerToken: token },
    );

describe.each(protocols)('the request to %s', (protocol) => {
  const aiService = `${protocol}-hello`;

  it('is made again byte for byte, known by its digest, and without the key', async () => {
    const { end } = await running.dispatch(aiService, { text: 'Grüße, 世界 😀' });
    const [received] = vendor.requestsFor(aiService).slice(-1);
    const sent = vendor.requestsFor(aiService).length;
    const made = await rebuild({ aiService, messages: [user('Grüße, 世界 😀')] });
    expect(made.body).toBe(received!.body);
    expect(made.digest).toEqual(end.generation!.sentBody);
    expect(made.digest!.bytes).toBe(Buffer.byteLength(received!.body));
    expect(made.method).toBe('POST');
    expect(made.path).toMatch(/^\/[\w/.:?=-]+$/);
    expect(JSON.stringify(made)).not.toContain(secretKey);
    expect(JSON.stringify(made)).not.toContain(vendor.url);
    const secrets = made.headers.filter(({ value }) => value.includes('[removed]'));
    expect(secrets.map(({ name }) => received!.headers[name])).toEqual([expect.stringContaining(secretKey)]);
    expect(vendor.requestsFor(aiService)).toHaveLength(sent);
  });

  it('has the model and the temperature that it is given', async () => {
    const { path, body } = await rebuild({ aiService, model: 'of-last-year', temperature: 0.75 });
    expect(path + body).toContain('of-last-year');
    expect(body).toContain('"temperature":0.75');
  });
});

it('says what is wrong', async () => {
  await expect(rebuild({ aiService: 'none' })).rejects.toMatchObject({ kind: 'not_found', code: 'unknown_ai_service' });
  await expect(rebuild({ messages: [] })).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_dispatch' });
  await expect(rebuild({ temperature: 3 })).rejects.toMatchObject({ kind: 'invalid' });
});

it('has no header for a key where there is none', async () => {
  const { headers } = await rebuild({ aiService: 'keyless' });
  expect(headers.map(({ name }) => name)).not.toContain('authorization');
});

it('is for approved users', async () => {
  const client = running.client(ProviderRequestsServiceDefinition);
  const request = { aiService: 'openai-hello', messages: [user('Hello')] };
  const pending = callerToken(aUser({ isApproved: false }));
  await expect(client.rebuildProviderRequest(request, { callerToken: pending })).rejects.toMatchObject({
    kind: 'forbidden',
  });
});
