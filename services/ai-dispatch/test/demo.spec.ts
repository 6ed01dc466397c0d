import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoPaths, personas, type Persona } from '../src/demo/personas.js';
import { startDemoServer, type DemoServer } from '../src/demo/demo-server.js';
import { parseAllowList } from '@polylogue/service-kit';
import { NetworkPolicy } from '../src/network/network-policy.js';
import { HttpClient } from '../src/providers/http.client.js';
import type { ProviderError } from '../src/providers/provider.errors.js';
import type { ReplyPart, ThreadMessage } from '../src/providers/provider.js';
import { providers } from '../src/catalog/providers.js';

let demo: DemoServer;
const http = new HttpClient(
  new NetworkPolicy({
    DEMO_URL: 'http://127.0.0.1',
    OLLAMA_URL: 'off',
    LM_STUDIO_URL: 'off',
    AI_DISPATCH_ALLOWED_NETWORKS: parseAllowList('127.0.0.1'),
  }),
);

beforeAll(async () => {
  demo = await startDemoServer({ port: 0, host: '127.0.0.1', speed: 0 });
});
afterAll(async () => {
  http.onApplicationShutdown();
  await demo.close();
});

const providerOf = ({ protocol, model, displayName }: Persona, { url } = demo) =>
  providers[protocol].create(
    { displayName, category: 'text', model, baseUrl: url + demoPaths[protocol], apiKey: 'demo' },
    http,
  );

async function stream(persona: Persona, ...contents: string[]) {
  const messages = contents.map((content, index): ThreadMessage => ({
    role: index % 2 ? 'assistant' : 'user',
    content,
  }));
  const parts: ReplyPart[] = [];
  const { signal } = new AbortController();
  for await (const part of providerOf(persona).stream({ messages, connectMs: 10_000 }, signal)) parts.push(part);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, end: parts.at(-1) };
}

const order = (model: string, fault: string) =>
  fetch(`${demo.url}/demo/faults`, { method: 'POST', body: JSON.stringify({ model, fault }) });

describe.each(personas.map((persona) => [persona.model, persona] as const))('%s', (_model, persona) => {
  it('follows simple instructions and reports its usage', async () => {
    expect((await stream(persona, 'Please count to 12.')).text).toContain('1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12');
    expect((await stream(persona, 'What is (3 + 4) * 12?')).text).toContain('84');
    expect((await stream(persona, 'reverse: Straße')).text).toContain('eßartS');
    expect((await stream(persona, 'List 3 planets')).text).toContain('Earth');
    expect((await stream(persona, 'Write FizzBuzz code in Python')).text).toContain('```python');
    const { end } = await stream(persona, 'Hello');
    expect(end).toMatchObject({ type: 'end', stopReason: 'stop', usage: { inputTokens: 1 } });
  });

  it('remembers the thread', async () => {
    const { text } = await stream(persona, 'Hi, my name is Noor.', 'Nice to meet you.', 'What is my name?');
    expect(text).toContain('Noor');
  });

  it('says the same to the same thread', async () => {
    expect((await stream(persona, 'Why do cats purr?')).text).toBe((await stream(persona, 'Why do cats purr?')).text);
  });

  it('is probed without a reply', async () => {
    await expect(providerOf(persona).probe(new AbortController().signal)).resolves.toBe('connected');
  });

  it.each([
    ['401', 'invalid_key'],
    ['429', 'rate_limited'],
    ['500', 'provider_error'],
    ['html', 'refused'],
    ['redirect', 'refused'],
    ['cut', 'broken_stream'],
    ['malformed', 'broken_stream'],
    ['silent-end', 'broken_stream'],
  ])('fails as configured: %s is %s, once', async (fault, code) => {
    expect((await order(persona.model, fault)).status).toBe(200);
    const failed: ProviderError = await stream(persona, 'Hello').then(
      () => Promise.reject(new Error('It answered.')),
      (error: ProviderError) => error,
    );
    expect(failed.failure?.code).toBe(code);
    expect((await stream(persona, 'Hello')).end).toBeDefined();
  });
});

it('summarises an attached text', async () => {
  const file =
    'Cats purr when they are calm. Cats purr when they heal. Dogs bark. The weather was mild. Cats sleep a lot.';
  const { text } = await stream(personas[1]!, `Summarise the attached text.\n\n${file}`);
  expect(text).toContain('Cats purr when they');
  expect(text).not.toContain('weather');
});

it('finishes the replies in flight before it goes, and takes no new ones', async () => {
  const closing = await startDemoServer({ port: 0, host: '127.0.0.1', speed: 20 });
  const persona = personas[0]!;
  const messages: ThreadMessage[] = [{ role: 'user', content: 'Please count to 12.' }];
  const stream = () =>
    providerOf(persona, closing).stream({ messages, connectMs: 10_000 }, new AbortController().signal);
  let text = '';
  let closed: Promise<void> | undefined;
  for await (const part of stream()) {
    if (part.type === 'text') text += part.text;
    closed ??= closing.close(60);
  }
  expect(text).toContain('10, 11, 12');
  await closed;
  await expect(stream()[Symbol.asyncIterator]().next()).rejects.toThrow();
});
