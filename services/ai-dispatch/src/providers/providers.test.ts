import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { providers, type ProviderName } from '../catalog/providers.js';
import type { Exchange, HttpClient } from './http.client.js';
import { ProviderError } from './provider.errors.js';
import type { ProviderRequest, ProviderTarget, ReplyPart } from './provider.js';
import { supportedSettings, temperatureBounds } from './supported-settings.rules.js';

const names = Object.keys(providers) as ProviderName[];
const openaiUrl = 'https://api.openai.com/v1';
const fixture = (name: ProviderName, file: string) =>
  readFileSync(join(import.meta.dirname, name, 'fixtures', `${file}.chunks.txt`));

/** A transport that answers with these bytes, cut as given, and keeps what was sent. */
function answering(chunks: Buffer[], contentType = 'text/event-stream', sent: Exchange[] = []): HttpClient {
  const open = async (exchange: Exchange) => {
    // As it was: its body is let go of once the answer is there.
    sent.push({ ...exchange });
    const body = Readable.from(chunks, { objectMode: false });
    return Object.assign(body, { rawHeaders: ['Content-Type', contentType] }) as unknown as IncomingMessage;
  };
  return { open } as unknown as HttpClient;
}

const sage: ProviderTarget = {
  displayName: 'Sage',
  category: 'text',
  model: 'm',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'k',
};

async function stream(
  name: ProviderName,
  http: HttpClient,
  at: Partial<ProviderTarget> = {},
  more: Partial<ProviderRequest> = {},
) {
  const provider = providers[name].create({ ...sage, ...at }, http);
  const request = { messages: [{ role: 'user', content: 'Hi' }] as const, connectMs: 1000, ...more };
  const parts: ReplyPart[] = [];
  let thrown: unknown;
  try {
    for await (const part of provider.stream(request, new AbortController().signal)) parts.push(part);
  } catch (error) {
    thrown = error;
  }
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, parts, end: parts.find((part) => part.type === 'end'), thrown };
}

const cutAt = (bytes: Buffer, cuts: number[]) => {
  const offsets = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b);
  return offsets.slice(1).map((offset, index) => bytes.subarray(offsets[index], offset));
};

describe.each(names)('%s', (name) => {
  it('reads text, stop reason and usage of a recorded reply', async () => {
    const { text, end, thrown } = await stream(name, answering([fixture(name, 'hello')]));
    expect(thrown).toBeUndefined();
    expect(text).toBe('Grüße, 世界 👋🏽\n');
    expect(end).toMatchObject({ stopReason: 'stop', usage: { inputTokens: 19, outputTokens: 8, totalTokens: 27 } });
  });

  it('reads the same text however the network cuts the bytes', async () => {
    const bytes = fixture(name, 'hello');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 60 }), async (cuts) => {
        const { text, end } = await stream(name, answering(cutAt(bytes, cuts)));
        expect(text).toBe('Grüße, 世界 👋🏽\n');
        expect(end).toBeDefined();
      }),
      { numRuns: 40, seed: 20250710 },
    );
  });

  it('takes an end without the end marker for a broken stream, and keeps what came', async () => {
    const { text, end, thrown } = await stream(name, answering([fixture(name, 'silent-end')]));
    expect(text).toBe('Grü');
    expect(end).toBeUndefined();
    expect((thrown as ProviderError).failure.code).toBe('broken_stream');
  });

  it('takes an error inside the stream for the error it is, and keeps what came', async () => {
    const { text, end, thrown } = await stream(name, answering([fixture(name, 'fault')]));
    expect(text).toBe('Grü');
    expect(end).toBeUndefined();
    expect((thrown as ProviderError).failure.code).toMatch(/^(provider_error|overloaded)$/);
  });

  it('takes events that are no JSON for a broken stream', async () => {
    const { thrown } = await stream(name, answering([Buffer.from('data: {"choices":[{"del\n\ndata: <p>\n\n')]));
    expect((thrown as ProviderError).failure.code).toBe('broken_stream');
  });

  it.each(['text/html; charset=utf-8', 'application/json'])('refuses an answer of type %s', async (type) => {
    const { thrown } = await stream(name, answering([Buffer.from('<html></html>')], type));
    expect((thrown as ProviderError).failure.code).toBe('refused');
  });

  it('gives up an event without end', async () => {
    const flood = Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024, 'x'));
    const { thrown } = await stream(name, answering([Buffer.from('data: '), ...flood]));
    expect((thrown as ProviderError).failure.code).toBe('reply_too_large');
  });
});

describe('what a vendor says beside the text', () => {
  const pages = [
    { type: 'source', url: 'https://example.org/locks', title: 'Locks' },
    { type: 'source', url: 'https://example.com/mvcc', title: 'MVCC' },
  ];
  const shapes: [ProviderName, string, string, boolean, boolean][] = [
    ['openai', 'sourced', 'gpt-5-search-api-2025-10-14', true, false],
    ['anthropic', 'sourced', 'claude-sonnet-4-5-20250929', true, true],
    ['google', 'sourced', 'gemini-2.5-flash-preview-09-2025', true, true],
    ['openai-compatible', 'perplexity', 'sonar-pro', true, false],
    ['openai-compatible', 'openrouter', 'anthropic/claude-sonnet-4.5', true, true],
    ['openai-compatible', 'deepseek', 'deepseek-reasoner', false, true],
    ['openai-compatible', 'mistral', 'magistral-medium-2509', false, true],
  ];

  it.each(shapes)('%s (%s) is kept: model %s, sources %s, reasoning %s', async (name, file, model, cites, reasons) => {
    const { text, parts, end, thrown } = await stream(name, answering([fixture(name, file)]));
    expect(thrown).toBeUndefined();
    expect(text).toBe('Both lock rows.');
    const models = parts.flatMap((part) => (part.type === 'metadata' ? (part.responseModel ?? []) : []));
    expect(new Set(models)).toEqual(new Set([model]));
    const sources = parts.filter(({ type }) => type === 'source');
    expect(sources.slice(0, 2)).toMatchObject(cites ? pages : []);
    const reasoning = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
    expect(reasoning).toBe(reasons ? 'Rows or tables?' : '');
    expect(end?.type === 'end' && end.usage).toMatchObject({ inputTokens: 19, outputTokens: 12, totalTokens: 31 });
  });

  it.each(shapes.filter(([, file]) => !['perplexity', 'mistral'].includes(file)))(
    '%s (%s) counts cached and reasoning tokens apart',
    async (name, file) => {
      const { end } = await stream(name, answering([fixture(name, file)]));
      const usage = end?.type === 'end' ? end.usage : undefined;
      expect(usage?.cachedInputTokens).toBe(16);
      // Anthropic does not count them apart.
      expect(usage?.reasoningTokens).toBe(name === 'anthropic' ? undefined : 4);
    },
  );
});

describe.each([
  ['openai', 'searched', { model: 'gpt-5.2', baseUrl: openaiUrl }, 'gpt-5.2-2025-12-11'],
  ['openai-compatible', 'xai', { model: 'grok-4', baseUrl: 'https://api.x.ai/v1' }, 'grok-4-fast-reasoning'],
] as const)('%s by Responses, with web search (%s)', (name, file, at, model) => {
  const recorded = fixture(name, file).toString();
  const events = recorded.split(/(?<=\n\n)/);
  const withoutEnd = events.slice(0, -1).join('');
  const reply = (text: string, more: Partial<ProviderRequest> = {}) =>
    stream(name, answering([Buffer.from(text)]), at, { webSearch: true, ...more });
  const ending = (type: string, response: object) =>
    `${withoutEnd}event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 99, response })}\n\n`;

  it('is read: text, sources, model and usage', async () => {
    const { text, parts, end, thrown } = await reply(recorded);
    expect(thrown).toBeUndefined();
    expect(text).toBe('Both lock rows.');
    expect(parts.flatMap((part) => (part.type === 'source' ? part.url : []))).toEqual([
      'https://example.org/locks',
      'https://example.com/mvcc',
    ]);
    expect(parts).toContainEqual({ type: 'metadata', responseModel: model });
    const usage = { inputTokens: 19, outputTokens: 12, totalTokens: 31, cachedInputTokens: 16, reasoningTokens: 4 };
    expect(end).toMatchObject({ stopReason: 'stop', usage });
  });

  it('shows that it is at work before the first word', async () => {
    const before = events.slice(0, events.findIndex((event) => event.includes('web_search_call')) + 1).join('');
    const { text, parts } = await reply(before);
    expect(text).toBe('');
    expect(parts.map(({ type }) => type)).toContain('reasoning');
  });

  it('is read the same however the network cuts the bytes', async () => {
    const bytes = Buffer.from(recorded);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 60 }), async (cuts) => {
        const { text, end } = await stream(name, answering(cutAt(bytes, cuts)), at, { webSearch: true });
        expect(text).toBe('Both lock rows.');
        expect(end).toBeDefined();
      }),
      { numRuns: 20, seed: 20250710 },
    );
  });

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
  ])('that stops for %s ends as %s', async (reason, stopReason) => {
    const { end } = await reply(
      ending('response.incomplete', { incomplete_details: { reason }, usage: { input_tokens: 1, output_tokens: 2 } }),
    );
    expect(end).toMatchObject({ stopReason, usage: { inputTokens: 1, outputTokens: 2 } });
  });

  it('without its end marker is broken, and what came is kept', async () => {
    const { text, end, thrown } = await reply(withoutEnd);
    expect(text).toBe('Both lock rows.');
    expect(end).toBeUndefined();
    expect((thrown as ProviderError).failure.code).toBe('broken_stream');
  });

  it('that cannot be read is broken', async () => {
    const { thrown } = await reply(`${events[0]}data: {"type":"respon\n\n`);
    expect((thrown as ProviderError).failure.code).toBe('broken_stream');
  });

  it.each([
    ['server_error', 'provider_error'],
    ['rate_limit_exceeded', 'rate_limited'],
  ])('that fails with %s after the text is %s, and what came is kept', async (code, expected) => {
    const error = { code, message: 'Something of the vendor' };
    const { text, end, thrown } = await reply(ending('response.failed', { error }));
    expect(text).toBe('Both lock rows.');
    expect(end).toBeUndefined();
    expect((thrown as ProviderError).failure.code).toBe(expected);
  });

  const noCredit = { type: 'insufficient_quota', code: 'insufficient_quota', message: 'No credit', param: null };
  it.each([
    { type: 'error', error: noCredit },
    { type: 'response.failed', response: { error: noCredit } },
  ])('that fails before the text is the error it is ($type)', async (event) => {
    const { thrown } = await reply(`${events[0]}data: ${JSON.stringify({ ...event, sequence_number: 1 })}\n\n`);
    expect((thrown as ProviderError).reason).toBe('noCredit');
  });

  it('is asked for without being kept, with all settings and the whole thread', async () => {
    const exchanges: Exchange[] = [];
    const picture = { type: 'image/png', bytes: Buffer.from('png') };
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'Which lock?', pictures: [picture] },
    ] as const;
    const settings = { webSearch: true, maxOutputTokens: 500, reasoningEffort: 'high' } as const;
    await stream(name, answering([Buffer.from(recorded)], undefined, exchanges), at, { messages, ...settings });
    const [{ url, body = '' }] = exchanges as [Exchange];
    expect(url).toMatch(/\/v1\/responses$/);
    const sent = JSON.parse(body) as { input: { role: string }[] };
    expect(sent).toMatchObject({
      model: at.model,
      stream: true,
      store: false,
      max_output_tokens: 500,
      reasoning: { effort: 'high' },
      tools: [{ type: 'web_search' }],
    });
    expect(sent.input.map(({ role }) => role)).toEqual([
      expect.stringMatching(/^(system|developer)$/),
      'user',
      'assistant',
      'user',
    ]);
    for (const text of ['Be brief.', 'Hello', 'Which lock?', 'data:image/png;base64,']) expect(body).toContain(text);
  });

  it('stays with chat completions where it is not to search', async () => {
    const exchanges: Exchange[] = [];
    await stream(name, answering([fixture(name, 'hello')], undefined, exchanges), at);
    expect(exchanges.map(({ url }) => url)).toEqual([expect.stringMatching(/\/v1\/chat\/completions$/)]);
  });
});

/** What is sent, and where. */
async function bodyOf(name: ProviderName, target: Partial<ProviderTarget>, more: Partial<ProviderRequest>) {
  const exchanges: Exchange[] = [];
  const result = await stream(name, answering([fixture(name, 'hello')], undefined, exchanges), target, more);
  expect(result.thrown).toBeUndefined();
  return { url: exchanges[0]?.url, body: JSON.parse(exchanges[0]?.body ?? '') as Record<string, unknown> };
}

describe('web search by chat completions', () => {
  const at = { baseUrl: 'https://openrouter.ai/api/v1', model: 'anthropic/claude-sonnet-4.5' };

  it("is OpenRouter's own tool, for which it says what was billed", async () => {
    const { url, body } = await bodyOf('openai-compatible', at, { webSearch: true });
    expect(url).toBe('https://openrouter.ai/api/v1/chat/completions');
    expect(body.tools).toEqual([{ type: 'openrouter:web_search', parameters: { max_total_results: 25 } }]);
    expect((await bodyOf('openai-compatible', at, {})).body).not.toHaveProperty('tools');
    const { end } = await stream('openai-compatible', answering([fixture('openai-compatible', 'openrouter')]), at);
    expect(end).toMatchObject({ cost: { amount: 0.00024, currency: 'USD' } });
  });

  it("is asked for by nothing at OpenAI's search models, which search with every message", async () => {
    const searching = { model: 'gpt-5-search-api', baseUrl: openaiUrl };
    const { url, body } = await bodyOf('openai', searching, { webSearch: true });
    expect(url).toMatch(/\/chat\/completions$/);
    expect(body).not.toHaveProperty('tools');
  });

  it("is asked for by nothing at Perplexity's models, either", async () => {
    const sonar = { model: 'sonar-pro', baseUrl: 'https://api.perplexity.ai' };
    const { url, body } = await bodyOf('openai-compatible', sonar, { webSearch: true });
    expect(url).toBe('https://api.perplexity.ai/chat/completions');
    expect(body).not.toHaveProperty('tools');
  });

  it("is not asked for at another server of OpenAI's protocol, which need not have Responses", async () => {
    const elsewhere = { model: 'gpt-5.2', baseUrl: 'https://gateway.example/v1' };
    const { url, body } = await bodyOf('openai', elsewhere, { webSearch: true });
    expect(url).toBe('https://gateway.example/v1/chat/completions');
    expect(body).not.toHaveProperty('tools');
  });
});

describe.each([
  ['claude-instant-1.2', true],
  ['claude-2.1', true],
  ['claude-v2', true],
  ['claude-3-haiku-20240307', true],
  ['claude-3-7-sonnet-latest', true],
  ['claude-opus-4-20250514', true],
  ['claude-sonnet-4-0', true],
  ['claude-opus-4-1', true],
  ['claude-haiku-4-5', true],
  ['claude-sonnet-4-6', true],
  ['claude-opus-4-6', true],
  ['claude-opus-4-7', false],
  ['claude-opus-4-8', false],
  ['claude-sonnet-5', false],
  ['claude-opus-5', false],
  ['claude-haiku-5-5', false],
  ['claude-fable-5-1', false],
  ['claude-of-tomorrow', false],
  // Not of Anthropic, by its protocol.
  ['kimi-k2', true],
])('%s of the messages protocol', (model, takes) => {
  const service = { ...sage, provider: 'anthropic', model, demo: false } as const;
  const temperatureSent = async (wanted: Partial<ProviderRequest>) =>
    (await bodyOf('anthropic', { model }, wanted)).body.temperature;

  it(`is sent a temperature: ${takes}, as it is said to take one`, async () => {
    expect(await temperatureSent({ temperature: 0.5 })).toBe(takes ? 0.5 : undefined);
    expect(supportedSettings(service).temperature).toBe(takes);
  });

  it('is sent none greater than it is said to take, and none with an effort where that is said', async () => {
    const { maxTemperature, temperatureOrEffort } = temperatureBounds(service);
    expect(await temperatureSent({ temperature: 1.5 })).toBe(maxTemperature);
    if (!temperatureOrEffort) return;
    expect(await temperatureSent({ temperature: 0.5, reasoningEffort: 'low' })).toBeUndefined();
  });
});

it.each([
  [1, 16],
  [17, 17],
])("asks OpenAI's Responses for %s tokens at most as %s, for it refuses fewer than 16", async (asked, sent) => {
  const at = { model: 'gpt-5.2', baseUrl: openaiUrl };
  const exchanges: Exchange[] = [];
  const http = answering([fixture('openai', 'searched')], undefined, exchanges);
  await stream('openai', http, at, { webSearch: true, maxOutputTokens: asked });
  expect(JSON.parse(exchanges[0]?.body ?? '')).toMatchObject({ max_output_tokens: sent });
});

it("shows that a search of Anthropic's is at work before it has found anything", async () => {
  const events = fixture('anthropic', 'sourced')
    .toString()
    .split(/(?<=\n\n)/);
  const [begin = '', ...rest] = events;
  const from = rest.findIndex((event) => event.includes('server_tool_use'));
  const search = rest.slice(from, from + 3).join('');
  const { parts } = await stream('anthropic', answering([Buffer.from(begin + search)]), {}, { webSearch: true });
  expect(parts).toContainEqual({ type: 'reasoning', text: '' });
});

it('reads what xAI billed, searches included', async () => {
  const at = { model: 'grok-4', baseUrl: 'https://api.x.ai/v1' };
  const http = answering([fixture('openai-compatible', 'xai')]);
  const { end, parts } = await stream('openai-compatible', http, at, { webSearch: true });
  expect(end).toMatchObject({ cost: { amount: 0.00525, currency: 'USD' } });
  // The number of a citation is no title.
  expect(parts.flatMap((part) => (part.type === 'source' ? [part.title] : []))).toEqual([undefined, undefined]);
  expect(parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')).toBe('Rows or tables?');
});
