import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { now } from '../processes/clock.js';
import { wholeAnswer } from './openai-chunks.rules.js';
import { keyIn } from './reply-tokens.rules.js';
import { speak } from './speak.js';
import type { Spoken } from './spoken.js';
import type { Timetable } from './timetable.rules.js';

interface Question {
  model: string;
  stream?: boolean;
  messages: { role: string; content: unknown }[];
}

/** An OpenAI-compatible provider that answers after a timetable per model and remembers what it sent. */
export function createUpstream() {
  let timetables: Record<string, Timetable> = {};
  let spoken: Spoken[] = [];
  let open = 0;
  let maxOpen = 0;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const receivedAt = now();
    if (request.method === 'GET') return json(response, 200, { object: 'list', data: modelsOf(timetables) });
    const question = JSON.parse(await textOf(request)) as Question;
    const timetable = timetables[question.model];
    if (!timetable) return json(response, 404, { error: { message: `There is no model ${question.model}.` } });
    const key = keyIn(JSON.stringify(question.messages.at(-1)?.content ?? '')) ?? 'unknown';
    if (!question.stream) return void response.end(wholeAnswer(question.model));
    const record = { service: question.model, key, receivedAt, firstAt: 0, endedAt: 0, tokens: 0, complete: false };
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    speak(response, record, timetable, () => {
      open -= 1;
      spoken.push(record);
    });
  }

  const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
    answer(request, response).catch((error: Error) => json(response, 400, { error: { message: error.message } }));
  });
  return {
    server,
    plan: (next: Record<string, Timetable>) => void (timetables = { ...timetables, ...next }),
    /** What has ended since the last call, and the maximum of streams open at once. */
    take() {
      const taken = { spoken, open, maxOpen };
      spoken = [];
      maxOpen = open;
      return taken;
    },
    /** Closes connections that wait for another request. */
    hangUp: () => server.closeIdleConnections(),
  };
}

const modelsOf = (timetables: Record<string, Timetable>) =>
  Object.keys(timetables).map((model) => ({ id: model, object: 'model', owned_by: 'bench' }));

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage) {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += part;
  return text;
}
