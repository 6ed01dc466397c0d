import { randomUUID } from 'node:crypto';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { beginBroadcast, endBroadcast } from './stored-fan-out.sql.js';

export interface StoredOrder {
  upstreamPort: number;
  services: string[];
  prompt: string;
  userId: string;
}

interface Reply {
  service: string;
  id: string;
  text: string;
}

/**
 * The least a fan-out can be that keeps what it shows: no framework, two prepared statements, each a durable transaction of
 * its own. One before anything is spent; one when the replies have ended, before the client is told so.
 */
export function createStoredFanOut(database: Pick<Pool, 'query'>) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  return createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    void readOrder(incoming)
      .then((order) => fanOut(order, response, agent, database))
      .catch((error: Error) => response.end(`event: fault\ndata: ${JSON.stringify(error.message)}\n\n`));
  });
}

async function readOrder(incoming: IncomingMessage): Promise<StoredOrder> {
  let body = '';
  incoming.setEncoding('utf8');
  for await (const part of incoming) body += part as string;
  return JSON.parse(body) as StoredOrder;
}

async function fanOut(
  order: StoredOrder,
  response: ServerResponse,
  agent: Agent,
  database: Pick<Pool, 'query'>,
): Promise<void> {
  const { services, prompt, userId } = order;
  const broadcastId = randomUUID();
  const replies = services.map((service): Reply => ({ service, id: randomUUID(), text: '' }));
  const ids = () => services.map(() => randomUUID());
  const replyIds = replies.map(({ id }) => id);
  const sent = JSON.stringify({ broadcastId, userId, aiServices: services, messageLength: prompt.length });
  await database.query({
    ...beginBroadcast,
    values: [userId, broadcastId, services, ids(), ids(), replyIds, prompt, randomUUID(), sent],
  });
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await Promise.all(replies.map((reply) => read(reply, order, agent, (frames) => pass(reply, frames, response))));
  const ended = JSON.stringify({ broadcastId, userId, totalResponses: services.length, totalErrors: 0 });
  const texts = replies.map(({ text }) => text);
  await database.query({ ...endBroadcast, values: [broadcastId, replyIds, texts, randomUUID(), ended] });
  response.end('event: done\ndata: {}\n\n');
}

/** Calls a service, and hands on the whole frames of each packet. */
function read(
  { service }: Reply,
  { upstreamPort, prompt }: StoredOrder,
  agent: Agent,
  onFrames: (frames: string) => void,
): Promise<void> {
  const body = JSON.stringify({ model: service, stream: true, messages: [{ role: 'user', content: prompt }] });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const options = { host: '127.0.0.1', port: upstreamPort, path: '/v1/chat/completions', method: 'POST' };
  return new Promise((resolve, reject) => {
    const call = request({ ...options, agent, headers }, (answer) => {
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        const text = rest + part;
        const end = text.lastIndexOf('\n\n') + 2;
        rest = text.slice(end);
        if (end > 1) onFrames(text.slice(0, end));
      });
      answer.once('end', resolve);
    });
    call.once('error', reject);
    call.end(body);
  });
}

/** Keeps the text of frames, and passes them on. */
function pass(reply: Reply, frames: string, response: ServerResponse): void {
  for (const frame of frames.split('\n\n')) {
    if (!frame.startsWith('data: {')) continue;
    const { choices } = JSON.parse(frame.slice(6)) as { choices: { delta: { content?: string } }[] };
    reply.text += choices[0]?.delta.content ?? '';
  }
  response.write(frames.replaceAll('data: ', `event: ${reply.service}\ndata: `));
}
