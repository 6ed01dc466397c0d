import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Answering } from '../faults/answering.js';
import type { ProviderCall } from './evidence.js';
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
const thinkingMs = 1_200;

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
  const purpose = purposeOf(body);
  const call: ProviderCall = {
    number: calls.length + 1,
    aiService: model,
    isJudge: purpose === 'judge',
    about: aboutOf(purpose, body, messages),
    at: Date.now(),
    sent: '',
    isWhole: false,
  };
  calls.push(call);
  const asked = { service: model, key: '', text: '', origin: '' };
  const answering = new Answering(response, asked);
  switch (purpose) {
    case 'judge':
      return whole(answering, call, verdict);
    case 'map':
      return whole(answering, call, extractionOf(messages));
    case 'answer':
      return whole(answering, call, 'Each reply counts. [c1]\n');
    default:
      return reply(answering, call);
  }
}

type Purpose = 'reply' | 'summary' | 'judge' | 'map' | 'answer';

function purposeOf(body: string): Purpose {
  if (body.includes('<claims-')) return 'answer';
  if (body.includes('<replies-')) return 'map';
  if (body.includes('"response_format"')) return 'judge';
  return body.includes('-summary:') ? 'summary' : 'reply';
}

/** What a call is about by its words: a deed, or the call whose reply is to be judged. */
function aboutOf(purpose: Purpose, body: string, messages: Chat['messages']): string {
  switch (purpose) {
    case 'judge':
      return markersIn(body, 'call').at(-1) ?? '';
    case 'map':
    case 'answer':
      return `${markersIn(body, 'message')[0] ?? ''}-${purpose}`;
    case 'summary':
      return markersIn(body, 'message').find((each) => each.endsWith('-summary')) ?? '';
    case 'reply': {
      const last = messages.findLast(({ role }) => role === 'user')?.content;
      return markersIn(JSON.stringify(last), 'message').at(-1) ?? '';
    }
  }
}

/** One claim that each reply makes, with its first words. */
function extractionOf(messages: Chat['messages']): string {
  const asked = JSON.stringify(messages.find(({ role }) => role === 'user')?.content);
  const replies = [...asked.matchAll(/reply\W+(R\d+)\W.*?(call-\d+-of-all word-0 word-1)/g)];
  const said = replies.map(([, label, quote]) => ({ reply: label, stance: 'says', quote }));
  return JSON.stringify({ claims: [{ claim: 'Each reply counts.', replies: said }] });
}

/** At once, after a while. */
async function whole(answering: Answering, call: ProviderCall, text: string): Promise<void> {
  answering.begin();
  await pause(thinkingMs);
  if (answering.response.destroyed) return;
  call.sent = text;
  await answering.say(text);
  call.isWhole = true;
  await answering.finish();
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
