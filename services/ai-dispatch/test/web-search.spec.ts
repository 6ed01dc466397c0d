import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CatalogServiceDefinition, EndKind } from '@polylogue/proto';
import { closing, fakeAi, until, type AiScript } from '@polylogue/test-kit';
import { HttpClient } from '../src/providers/http.client.js';
import { startRunning } from './running.js';

const { add, closeAll } = closing();
afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

const openai = { provider: 'openai', model: 'gpt-5.2', baseUrl: 'https://api.openai.com/v1' };
const xai = { provider: 'openai-compatible', model: 'grok-4', baseUrl: 'https://api.x.ai/v1' };
const openrouter = { provider: 'openai-compatible', model: 'a/b', baseUrl: 'https://openrouter.ai/api/v1' };
const perplexity = { provider: 'openai-compatible', model: 'sonar', baseUrl: 'https://api.perplexity.ai' };

/** One service, whose vendor's own address leads to a scripted one. */
async function start(row: { model: string; baseUrl: string }, ...scripts: AiScript[]) {
  const ai = add(await fakeAi());
  ai.replies(row.model, ...scripts);
  const { open } = HttpClient.prototype;
  jest.spyOn(HttpClient.prototype, 'open').mockImplementation(function (this: HttpClient, exchange) {
    return open.call(this, { ...exchange, url: exchange.url.replace(row.baseUrl, ai.url) });
  });
  const service = { name: 'a', displayName: 'Anna', apiKey: 'sk', ...row };
  const running = add(await startRunning([service], { env: { AI_DISPATCH_ALLOWED_NETWORKS: '127.0.0.1' } }));
  return { running, requests: () => ai.requestsFor(row.model) };
}

const settings = { webSearch: true, answerSchema: false };
const sources = [
  { url: 'https://example.org/locks', title: 'Locks' },
  { url: 'https://example.com/mvcc', title: 'MVCC' },
];
const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

describe.each([
  ['OpenAI', openai, '/v1/responses', 'web_search'],
  ['xAI', xai, '/v1/responses', 'web_search'],
  ['OpenRouter', openrouter, '/v1/chat/completions', 'openrouter:web_search'],
])('a reply of %s with web search', (_vendor, row, path, tool) => {
  it('is recorded with its sources, its setting and its use', async () => {
    const { running, requests } = await start(row, { chunks: ['Both ', 'lock rows.'], sources, usage });
    const { text, end } = await running.dispatch('a', { text: 'Which lock?', settings });
    expect(text).toBe('Both lock rows.');
    expect(end).toMatchObject({
      kind: EndKind.COMPLETED,
      stopReason: 'stop',
      usage: { inputTokens: 1000, outputTokens: 100, totalTokens: 1100 },
      generation: { settings: { webSearch: true }, sources, warnings: [], responseModel: row.model },
    });
    expect(requests()).toMatchObject([{ path, body: { tools: [{ type: tool }] } }]);
    const { services } = await running.client(CatalogServiceDefinition).listAiServices({});
    expect(services).toMatchObject([{ supports: { webSearch: true } }]);
  });

  it('is refused in a sentence of its own, once, and without words of the vendor', async () => {
    const script = { status: 400, errorMessage: "Hosted tool 'web_search' is not supported with this model." };
    const { running, requests } = await start(row, script);
    const { end } = await running.dispatch('a', { settings });
    expect(end).toMatchObject({
      kind: EndKind.FAILED,
      error: {
        code: 'bad_request',
        sentence:
          'Anna did not accept this request with web search. Its model may not search, or the thread may be too long for it. Try again without web search.',
        retryable: false,
      },
    });
    expect(requests()).toHaveLength(1);
  });

  it('is refused as any other where no search was wanted', async () => {
    const { running } = await start(row, { status: 400 });
    const { end } = await running.dispatch('a');
    expect(end.error?.sentence).toContain('did not accept this request. ');
  });

  it('is let go of at the vendor when it is cancelled', async () => {
    const { running, requests } = await start(row, { chunks: ['Both'], fault: 'silent' });
    const stop = new AbortController();
    const call = running.dispatch('a', { settings, signal: stop.signal, onDelta: () => stop.abort() });
    await expect(call).rejects.toThrow();
    await until(() => requests()[0]?.isClosed === true);
    expect(await requests()[0]!.closed).toEqual({ byClient: true });
  });

  it('is broken without its end marker, and keeps what came', async () => {
    const { running } = await start(row, { chunks: ['Both'], sources, fault: 'unfinished' });
    const { text, end } = await running.dispatch('a', { settings });
    expect(text).toBe('Both');
    expect(end).toMatchObject({ kind: EndKind.INTERRUPTED, error: { code: 'broken_stream' } });
  });

  it('is asked for without search where administrators do not allow it', async () => {
    const limited = { ...row, limits: { allowsWebSearch: false }, answers: { webSearch: true } };
    const { running, requests } = await start(limited, { chunks: ['Hi'] });
    const { end } = await running.dispatch('a');
    expect(end.generation?.warnings).toEqual(['Anna does not take web search; it was left out.']);
    expect(requests()).toMatchObject([{ path: '/v1/chat/completions' }]);
    expect(requests()[0]!.body).not.toHaveProperty('tools');
  });
});

it.each([
  ['OpenAI', { ...openai, model: 'gpt-4.1-nano' }],
  ['xAI', { ...xai, model: 'grok-3' }],
  ['an unknown service', { ...xai, baseUrl: 'https://models.example/v1' }],
  ["a server of OpenAI's protocol", { ...openai, baseUrl: 'https://gateway.example/v1' }],
])('a model of %s without search is asked without it, and the record says so', async (_vendor, row) => {
  const { running, requests } = await start(row, { chunks: ['Hi'] });
  const { end } = await running.dispatch('a', { settings });
  expect(end.generation).toMatchObject({
    settings: { webSearch: undefined },
    warnings: ['Anna does not take web search; it was left out.'],
  });
  expect(requests()).toMatchObject([{ path: '/v1/chat/completions' }]);
  const { services } = await running.client(CatalogServiceDefinition).listAiServices({});
  expect(services).toMatchObject([{ supports: { webSearch: false } }]);
});

it('a reply of Perplexity is asked for by no tool, for it searches with every message, and has its sources', async () => {
  const { running, requests } = await start(perplexity, { chunks: ['Both'], sources, usage });
  const { end } = await running.dispatch('a', { settings });
  expect(end).toMatchObject({
    kind: EndKind.COMPLETED,
    generation: { settings: { webSearch: true }, sources, warnings: [] },
  });
  expect(requests()).toMatchObject([{ path: '/v1/chat/completions' }]);
  expect(requests()[0]!.body).not.toHaveProperty('tools');
  const { services } = await running.client(CatalogServiceDefinition).listAiServices({});
  expect(services).toMatchObject([{ supports: { webSearch: true } }]);
});

it('a model of OpenRouter without tools refuses the search, and is not taken for one that is gone', async () => {
  const script = { status: 404, errorMessage: 'No endpoints found that support tool use.' };
  const { running } = await start(openrouter, script);
  const { end } = await running.dispatch('a', { settings });
  expect(end.error).toMatchObject({ code: 'bad_request', sentence: expect.stringContaining('with web search') });
});

it.each([
  ['xAI', xai, { cost_in_usd_ticks: 125_000_000 }],
  ['OpenRouter', openrouter, { cost: 0.0125 }],
])('a search costs what %s billed for the reply with it', async (_vendor, row, billed) => {
  const { running } = await start(row, { chunks: ['Both'], sources, usage: { ...usage, ...billed } });
  const { end } = await running.dispatch('a', { settings });
  expect(end.cost).toMatchObject({ amount: 0.0125, currency: 'USD' });
});
