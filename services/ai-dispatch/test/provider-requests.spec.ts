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
    { ...silent, name: 'grok', model: 'grok-4', baseUrl: 'https://api.x.ai/v1' },
    { ...silent, name: 'gpt', provider: 'openai', baseUrl: 'https://api.openai.com/v1' },
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

  it('has the instructions in front and the longest answer of its settings, and is made again with them byte for byte', async () => {
    const settings = { systemPrompt: 'Answer in one sentence.', maxOutputTokens: 321, answerSchema: false };
    const { end } = await running.dispatch(aiService, { text: 'Why?', settings });
    const [received] = vendor.requestsFor(aiService).slice(-1);
    expect(received!.body).toContain('Answer in one sentence.');
    expect(received!.body).toMatch(/"(max_tokens|max_completion_tokens|maxOutputTokens)":321/);
    expect(received!.body.indexOf('one sentence')).toBeGreaterThan(0);
    expect(end.generation!.settings).toMatchObject({ systemPrompt: 'Answer in one sentence.', maxOutputTokens: 321 });
    const made = await rebuild({ aiService, messages: [user('Why?')], settings: end.generation!.settings });
    expect(made.body).toBe(received!.body);
  });

  it('leaves out what the service does not take, and the record says so', async () => {
    const settings = { reasoningEffort: 'high', answerSchema: false };
    const { end } = await running.dispatch(aiService, { text: 'Why?', settings });
    expect(vendor.requestsFor(aiService).at(-1)!.body).not.toMatch(/effort|thinking/i);
    expect(end.generation!.settings!.reasoningEffort).toBeUndefined();
    expect(end.generation!.warnings).toContainEqual(expect.stringContaining('does not take a reasoning effort'));
  });
});

// Of each vendor a model that reasons and, where its protocol can, searches.
describe.each([
  ['gpt', 'gpt-5.2', '"reasoning":{"effort":"high"}'],
  ['gpt', 'gpt-5.2', '"tools":[{"type":"web_search"}]'],
  ['openai-hello', 'o3-mini', '"reasoning_effort":"high"'],
  ['anthropic-hello', 'claude-opus-4-5', '"thinking":{"type":"enabled","budget_tokens":24576}'],
  ['anthropic-hello', 'claude-opus-4-7', '"thinking":{"type":"adaptive","display":"summarized"}'],
  ['anthropic-hello', 'claude-sonnet-5', '"output_config":{"effort":"high"}'],
  ['anthropic-hello', 'claude-opus-4-5', '"type":"web_search_20250305"'],
  ['google-hello', 'gemini-2.5-pro', '"thinkingBudget":24576'],
  ['google-hello', 'gemini-3-pro', '"thinkingLevel":"high"'],
  ['google-hello', 'gemini-flash-latest', '"thinkingLevel":"high"'],
  ['google-hello', 'gemini-3-pro', '"googleSearch"'],
  ['openai-compatible-hello', 'gpt-oss-120b', '"reasoning_effort":"high"'],
])('what %s %s is sent', (aiService, model, part) => {
  it(`has ${part}`, async () => {
    const settings = { reasoningEffort: 'high', webSearch: true, answerSchema: false };
    const { body } = await rebuild({ aiService, model, settings });
    expect(body).toContain(part);
  });
});

it('is made for the protocol by which the service searches', async () => {
  const settings = { webSearch: true, answerSchema: false };
  const { path, body } = await rebuild({ aiService: 'grok', settings });
  expect(path).toBe('/responses');
  expect(JSON.parse(body)).toMatchObject({ model: 'grok-4', store: false, tools: [{ type: 'web_search' }] });
  expect((await rebuild({ aiService: 'grok' })).path).toBe('/chat/completions');
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
