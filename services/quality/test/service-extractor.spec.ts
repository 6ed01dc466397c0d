import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ChatRole } from '@polylogue/proto';
import type { LabelledRound } from '../src/agreement-set/rounds.js';
import { serviceExtractor } from '../src/agreement-set/service-extractor.js';

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A server that gives these answers, one request after the other, and keeps what it was sent. */
async function serverOf(...answers: Answer[]) {
  const requests: { path: string | undefined; key: string | undefined; body: unknown }[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push({ path: request.url, key: request.headers.authorization, body });
      const { status, body: text, headers } = answers.shift() ?? { status: 500, body: '' };
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close().closeAllConnections());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as unknown;
}

const said = (content: string): Answer => ({
  status: 200,
  body: JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }),
});
const messages = [
  { role: ChatRole.SYSTEM, content: 'Compare.' },
  { role: ChatRole.USER, content: 'These.' },
];
const round = {} as LabelledRound;
const ask = (url: string, signal = new AbortController().signal, apiKey?: string) =>
  serviceExtractor({ url, model: 'polylogue/gpt', apiKey })(round)(messages, signal);

describe('a real service as an extractor', () => {
  it('is asked coolly by chat completions, with the key', async () => {
    const { url, requests } = await serverOf(said('{"claims":[]}'));
    expect(await ask(url, undefined, 'pk-1')).toBe('{"claims":[]}');
    expect(requests).toEqual([
      {
        path: '/v1/chat/completions',
        key: 'Bearer pk-1',
        body: {
          model: 'polylogue/gpt',
          temperature: 0,
          messages: [
            { role: 'system', content: 'Compare.' },
            { role: 'user', content: 'These.' },
          ],
        },
      },
    ]);
  });

  it('is asked again once it is not busy any more', async () => {
    const busy = { status: 429, body: '{}', headers: { 'retry-after': '0.01' } };
    const { url, requests } = await serverOf(busy, busy, said('now'));
    expect(await ask(url)).toBe('now');
    expect(requests).toHaveLength(3);
  });

  it.each<[string, Answer, string]>([
    [
      'refuses the key',
      { status: 401, body: '{"error":{"message":"This key is not valid."}}' },
      'The service answered 401: This key is not valid.',
    ],
    [
      'is no such server',
      { status: 200, body: '<html>' },
      'The service answered 200: what came is no chat completion.',
    ],
  ])('that %s says so in a sentence', async (_what, answer, sentence) => {
    const { url } = await serverOf(answer);
    await expect(ask(url)).rejects.toMatchObject({ sentence });
  });

  it('that is not there says so, and one that is stopped is left alone', async () => {
    await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ sentence: 'http://127.0.0.1:1 does not answer.' });
    const stop = new AbortController();
    stop.abort();
    const { url, requests } = await serverOf(said('x'));
    await expect(ask(url, stop.signal)).rejects.toBeDefined();
    expect(requests).toEqual([]);
  });
});
