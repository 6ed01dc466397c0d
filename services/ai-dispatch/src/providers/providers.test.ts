import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { providers, type ProviderName } from '../catalog/providers.js';
import type { HttpClient } from './http.client.js';
import { ProviderError } from './provider.errors.js';
import type { ReplyPart } from './provider.js';

const names = Object.keys(providers) as ProviderName[];
const fixture = (name: ProviderName, file: string) =>
  readFileSync(join(import.meta.dirname, name, 'fixtures', `${file}.chunks.txt`));

/** A transport that answers with these bytes, cut as given. */
function answering(chunks: Buffer[], contentType = 'text/event-stream'): HttpClient {
  const open = async () => {
    const body = Readable.from(chunks, { objectMode: false });
    return Object.assign(body, { rawHeaders: ['Content-Type', contentType] }) as unknown as IncomingMessage;
  };
  return { open } as unknown as HttpClient;
}

async function stream(name: ProviderName, http: HttpClient) {
  const target = {
    displayName: 'Sage',
    category: 'text' as const,
    model: 'm',
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'k',
  };
  const provider = providers[name].create(target, http);
  const request = { messages: [{ role: 'user', content: 'Hi' }] as const, connectMs: 1000 };
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
