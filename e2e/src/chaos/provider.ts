import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Answering } from '../faults/answering.js';
import type { ProviderCall } from './oracle.rules.js';
import { callMarker, markersIn } from './markers.rules.js';

/** The AI services of all users, as one provider that keeps a record of what it was asked and what it sent. */
export interface RecordingProvider {
  /** Where it is called, as OpenAI's API. */
  url: string;
  calls: ProviderCall[];
  close(): Promise<void>;
}

const wordsOfEach = 24;
const wordEveryMs = 100;

const verdict = JSON.stringify({
  ...Object.fromEntries(
    ['bias', 'safety', 'accuracy', 'adherence'].map((key) => [key, { score: 90, reason: 'Well.' }]),
  ),
  analysis: 'It is well.',
});

/** Starts it. Each reply names its call, so that the texts of two never look alike. */
export async function startProvider(): Promise<RecordingProvider> {
  const calls: ProviderCall[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, calls).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Chat {
  model: string;
  messages: { role: string; content: unknown }[];
}

async function serve(request: IncomingMessage, response: ServerResponse, calls: ProviderCall[]): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: [] }));
    return;
  }
  const body = await textOf(request);
  const { model, messages } = JSON.parse(body) as Chat;
  const isJudge = body.includes('"response_format"');
  const last = messages.findLast(({ role }) => role === 'user')?.content;
  const about = isJudge ? body : JSON.stringify(last);
  const call: ProviderCall = {
    number: calls.length + 1,
    aiService: model,
    isJudge,
    about: markersIn(about, isJudge ? 'call' : 'message').at(-1) ?? '',
    at: Date.now(),
    sent: '',
    isWhole: false,
  };
  calls.push(call);
  const asked = { service: model, key: '', text: '', origin: '' };
  await (isJudge ? judge(new Answering(response, asked), call) : reply(new Answering(response, asked), call));
}

async function judge(answering: Answering, call: ProviderCall): Promise<void> {
  answering.begin();
  await pause(300);
  await answering.say(verdict);
  await answering.finish();
  call.sent = verdict;
  call.isWhole = true;
}

async function reply(answering: Answering, call: ProviderCall): Promise<void> {
  answering.begin();
  const words = [callMarker(call.number), ...Array.from({ length: wordsOfEach }, (_, index) => `word-${index}`)];
  for (const word of words) {
    await pause(wordEveryMs);
    if (answering.response.destroyed) return;
    // Noted before it leaves: what a reader has was sent.
    call.sent += `${word} `;
    await answering.say(`${word} `);
  }
  call.isWhole = true;
  await answering.finish();
}
