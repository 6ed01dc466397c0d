import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fakeAi, type FakeAi } from '../src/index.js';

let ai: FakeAi;
beforeEach(async () => void (ai = await fakeAi()));
afterEach(() => ai.close());

const request = (model: string, { stream = true, signal = undefined as AbortSignal | undefined } = {}) =>
  fetch(`${ai.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hi' }] }),
    signal,
  });
const textOf = (sse: string) => [...sse.matchAll(/"content":"([^"]*)"/g)].map(([, text]) => text).join('');

describe('the scripted vendor', () => {
  it('streams what it was scripted, with usage and an end marker, and remembers the request', async () => {
    ai.replies('gpt', { chunks: ['Hel', 'lo'], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } });
    const sse = await (await request('gpt')).text();
    expect(textOf(sse)).toBe('Hello');
    expect(sse).toContain('"total_tokens":3');
    expect(sse.trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect(ai.requestsFor('gpt')[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key' },
      body: { messages: [{ content: 'hi' }] },
    });
  });

  it('is a Response where one is asked for: a search, the text, its sources and the usage', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    ai.replies('gpt', { chunks: ['Hel', 'lo'], sources: [{ url: 'https://a.example', title: 'A' }], usage });
    const answer = await fetch(`${ai.url}/responses`, {
      method: 'POST',
      body: JSON.stringify({ model: 'gpt', stream: true, input: 'hi' }),
    });
    const sse = await answer.text();
    const types = [...sse.matchAll(/^event: response\.(.*)$/gm)].map(([, type]) => type);
    expect(types).toEqual([
      'created',
      'output_item.added',
      'output_item.done',
      'output_item.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.annotation.added',
      'completed',
    ]);
    expect(sse).toContain('"url":"https://a.example"');
    expect(sse).toContain('"input_tokens":1');
  });

  it('plays several scripts one after the other, and whole answers too', async () => {
    ai.replies('gpt', { status: 429, headers: { 'retry-after': '3' } }, 'Second try');
    const refused = await request('gpt');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    const whole = (await (await request('gpt', { stream: false })).json()) as { choices: { message: unknown }[] };
    expect(whole.choices[0]?.message).toMatchObject({ content: 'Second try' });
  });

  it('holds a stream until the test lets it go', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    ai.replies('gpt', { chunks: ['before', gate, 'after'] });
    const reader = (await request('gpt')).body!.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader.read();
    expect(textOf(first.value ?? '')).toBe('before');
    release();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
    expect(textOf(rest)).toBe('after');
  });

  it('notices that the client left', async () => {
    ai.replies('gpt', { chunks: ['some'], fault: 'silent' });
    const leave = new AbortController();
    await request('gpt', { signal: leave.signal });
    leave.abort();
    expect(await ai.requestsFor('gpt')[0]?.closed).toEqual({ byClient: true });
  });

  it('cuts a stream, sends broken JSON, or never answers', async () => {
    ai.replies('cut', { chunks: ['some'], fault: 'cut' });
    await expect(request('cut').then((answer) => answer.text())).rejects.toThrow();
    ai.replies('broken', { chunks: ['some'], fault: 'malformed' });
    expect(await (await request('broken')).text()).toMatch(/\{"con\n\n$/);
    ai.replies('hang', { fault: 'hang' });
    await expect(request('hang', { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  });

  it('sends 50 MB as long as a client reads', async () => {
    ai.replies('endless', { endlessBytes: 50 * 1024 * 1024 });
    let bytes = 0;
    for await (const piece of (await request('endless')).body!) bytes += (piece as Uint8Array).byteLength;
    expect(bytes).toBeGreaterThan(50 * 1024 * 1024);
  });
});
