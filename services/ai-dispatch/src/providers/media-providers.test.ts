import { describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { providers, type ProviderName } from '../catalog/providers.js';
import type { Exchange, HttpClient } from './http.client.js';
import { ProviderError } from './provider.errors.js';
import type { MediaKind, ReplyPart } from './provider.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
);
const sound = Buffer.from('RIFFxxxxWAVE');
const film = Buffer.from('xxxxftypisom');
const fixture = (name: ProviderName, file: string) => readFileSync(join(import.meta.dirname, name, 'fixtures', file));

type Answer = Buffer | ProviderError | { type: string; body: Buffer };

/** A transport that answers one request after the other, and remembers them. */
function answering(...answers: Answer[]) {
  const requests: Pick<Exchange, 'method' | 'url' | 'headers' | 'body' | 'mayMove'>[] = [];
  const open = async ({ method, url, headers, body, mayMove }: Exchange) => {
    requests.push({ method, url, headers, body, mayMove });
    const answer = answers.shift() ?? Buffer.from('{}');
    if (answer instanceof ProviderError) throw answer;
    const { type, body: bytes } = Buffer.isBuffer(answer) ? { type: 'application/json', body: answer } : answer;
    const stream = Readable.from([bytes.subarray(0, 5), bytes.subarray(5)], { objectMode: false });
    return Object.assign(stream, { headers: { 'content-type': type } }) as unknown as IncomingMessage;
  };
  return { http: { open } as unknown as HttpClient, requests };
}

async function stream(name: ProviderName, category: MediaKind, http: HttpClient, model = 'm', stop?: AbortController) {
  const target = { displayName: 'Sage', category, model, baseUrl: 'https://vendor.example/v1', apiKey: 'sk-1' };
  const messages = [
    { role: 'user', content: 'A valley' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'At dawn, in green' },
  ] as const;
  const parts: ReplyPart[] = [];
  let code: string | undefined;
  try {
    const signal = (stop ?? new AbortController()).signal;
    const stream = providers[name].create(target, http).stream({ messages, connectMs: 1000 }, signal);
    for await (const part of stream) parts.push(part);
  } catch (error) {
    code = error instanceof ProviderError ? error.failure.code : String(error);
  }
  return { parts, code };
}

describe('pictures', () => {
  it('come from OpenAI with the prompt as it revised it, and with what they cost in tokens', async () => {
    const { http, requests } = answering(fixture('openai', 'image.json'));
    const { parts, code } = await stream('openai', 'image', http, 'gpt-image-1');
    expect(code).toBeUndefined();
    expect(parts).toEqual([
      { type: 'media', kind: 'image', bytes: png },
      { type: 'text', text: 'A calm valley at dawn, in soft greens' },
      { type: 'end', stopReason: 'stop', usage: { inputTokens: 14, outputTokens: 1056, totalTokens: 1070 } },
    ]);
    expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://vendor.example/v1/images/generations' });
    expect(requests[0]!.headers).toMatchObject({ authorization: 'Bearer sk-1' });
    expect(JSON.parse(requests[0]!.body!)).toMatchObject({ model: 'gpt-image-1', prompt: 'At dawn, in green', n: 1 });
  });

  it('are fetched where a compatible server says they lie, without our key for another host', async () => {
    const { http, requests } = answering(fixture('openai-compatible', 'image-url.json'), {
      type: 'image/png',
      body: png,
    });
    const { parts } = await stream('openai-compatible', 'image', http);
    expect(parts[0]).toEqual({ type: 'media', kind: 'image', bytes: png });
    expect(requests[1]).toMatchObject({ method: 'GET', url: 'https://images.example/out/1.png' });
    expect(JSON.stringify(requests[1]!.headers)).not.toContain('sk-1');
  });

  it.each([
    ['imagen.json', 'imagen-4.0-generate-001'],
    ['gemini-image.json', 'gemini-2.5-flash-image'],
  ])('come from Google: %s', async (file, model) => {
    const { parts, code } = await stream('google', 'image', answering(fixture('google', file)).http, model);
    expect(code).toBeUndefined();
    expect(parts[0]).toEqual({ type: 'media', kind: 'image', bytes: png });
  });

  it('that were filtered out are none', async () => {
    const { http } = answering(fixture('google', 'imagen-filtered.json'));
    expect(await stream('google', 'image', http, 'imagen-4.0-generate-001')).toEqual({
      parts: [],
      code: 'bad_request',
    });
  });

  it.each<[string, Answer, string]>([
    ['no JSON', Buffer.from('{"data":[{"b64'), 'broken_stream'],
    ['JSON of something else', Buffer.from('{"images":[]}'), 'broken_stream'],
    ['a page', { type: 'text/html', body: Buffer.from('<!doctype html>') }, 'refused'],
    ['a refused key', new ProviderError('invalidKey'), 'invalid_key'],
    ['too much', { type: 'application/json', body: Buffer.alloc(29 * 1024 * 1024, 'x') }, 'reply_too_large'],
  ])('%s', async (_what, answer, code) => {
    expect(await stream('openai', 'image', answering(answer).http)).toEqual({ parts: [], code });
  });
});

describe('speech', () => {
  it.each(['openai', 'openai-compatible'] as const)('of %s is what was written', async (name) => {
    const { http, requests } = answering({ type: 'audio/wav', body: sound });
    const { parts } = await stream(name, 'audio', http, 'gpt-4o-mini-tts');
    expect(parts).toEqual([
      { type: 'media', kind: 'audio', bytes: sound },
      { type: 'text', text: 'At dawn, in green' },
      { type: 'end', stopReason: 'stop' },
    ]);
    expect(JSON.parse(requests[0]!.body!)).toMatchObject({ model: 'gpt-4o-mini-tts', input: 'At dawn, in green' });
  });
});

describe('films', () => {
  const steps = (...files: string[]) => files.map((file) => fixture('openai', `video-${file}.json`));

  it('are ordered, polled until they are there, and fetched', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const answers = [...steps('queued', 'in-progress'), new ProviderError('overloaded'), ...steps('completed')];
      const { http, requests } = answering(...answers, { type: 'video/mp4', body: film });
      const streaming = stream('openai', 'video', http, 'sora-2');
      for (let second = 0; second < 12; second++) await jest.advanceTimersByTimeAsync(1_000);
      expect((await streaming).parts).toEqual([
        { type: 'progress', fraction: 0 },
        { type: 'progress', fraction: 0.33 },
        { type: 'progress', fraction: 0.33 },
        { type: 'media', kind: 'video', bytes: film },
        { type: 'end', stopReason: 'stop' },
      ]);
      const job = 'https://vendor.example/v1/videos/video_68d7512d07848190b3e45da0ecbebcde';
      expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
        'POST https://vendor.example/v1/videos',
        `GET ${job}`,
        `GET ${job}`,
        `GET ${job}`,
        `GET ${job}/content`,
      ]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('that fail are called off, and say nothing of what the vendor said', async () => {
    const { http, requests } = answering(...steps('failed'));
    expect(await stream('openai-compatible', 'video', http)).toEqual({ parts: [], code: 'provider_error' });
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE' });
  });

  it('without a reader are cancelled at once', async () => {
    const { http, requests } = answering(...steps('queued'));
    const stop = new AbortController();
    const streaming = stream('openai', 'video', http, 'sora-2', stop);
    setImmediate(() => stop.abort(new Error('gone')));
    await streaming;
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });

  it('come from Google by its own job, with a sign of life for each question', async () => {
    const answers = [fixture('google', 'veo-done.json'), { type: 'video/mp4', body: film }];
    const { http, requests } = answering(...answers);
    const { parts } = await stream('google', 'video', http, 'veo-3.0-generate-001');
    expect(parts.filter(({ type }) => type !== 'progress')).toEqual([
      { type: 'media', kind: 'video', bytes: film },
      { type: 'end', stopReason: 'stop' },
    ]);
    expect(requests[0]!.url).toBe('https://vendor.example/v1/models/veo-3.0-generate-001:predictLongRunning');
    expect(requests[1]).toMatchObject({ method: 'GET', headers: {}, mayMove: true });
  });

  it('Google could not make are failures of its own, in our sentences', async () => {
    const { http } = answering(fixture('google', 'veo-failed.json'));
    expect((await stream('google', 'video', http, 'veo-3.0-generate-001')).code).toBe('provider_error');
  });

  it('of Google stop between two polls when the reader has gone', async () => {
    const stop = new AbortController();
    const streaming = stream('google', 'video', answering(fixture('google', 'veo-begun.json')).http, 'veo', stop);
    setImmediate(() => stop.abort(new Error('gone')));
    expect((await streaming).code).toBe('provider_error');
  });
});

describe('a category that a vendor does not have', () => {
  it.each([
    ['anthropic', 'image'],
    ['google', 'audio'],
  ] as const)('%s, %s', async (name, category) => {
    expect(await stream(name, category, answering().http)).toEqual({ parts: [], code: 'refused' });
  });
});
