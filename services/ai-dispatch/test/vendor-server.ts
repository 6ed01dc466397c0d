import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepConnections } from '@polylogue/service-kit';
import type { ProviderName } from '../src/catalog/providers.js';

/** What a vendor does is chosen by the model's name, so that one server plays every part for every protocol. */
export type Part = (typeof partNames)[number];

export interface VendorRequest {
  model: string;
  headers: IncomingMessage['headers'];
  body: string;
  isClosed: boolean;
}

interface Stage {
  answer: ServerResponse;
  /** The recorded events of a reply: whole, and the one that carries text. */
  hello: string[];
  text: string;
  /** How many requests this model has had, this one included. */
  turn: number;
  key: string;
  body: string;
}

const begin = ({ answer }: Stage) => answer.writeHead(200, { 'content-type': 'text/event-stream' });
const say = (stage: Stage) => new Promise<void>((resolve) => stage.answer.write(stage.text, () => resolve()));
const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  async ({ answer, key }: Stage) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    // Some vendors print the key they were given: nothing of this may go any further.
    answer.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}`, type: 'x', status: 'X' } }));
  };
const hello = async (stage: Stage) => {
  begin(stage);
  for (const event of stage.hello) stage.answer.write(event);
  stage.answer.end();
};

type Play = (stage: Stage) => Promise<unknown> | void;

const drop: Play = ({ answer }) => void answer.socket?.resetAndDestroy();

const parts = {
  hello,
  'slow-hello': async (stage: Stage) => {
    begin(stage);
    for (const event of stage.hello) {
      stage.answer.write(event);
      await sleep(20);
    }
    stage.answer.end();
  },
  hang: async () => undefined,
  stall: async (stage: Stage) => {
    begin(stage);
    await say(stage);
  },
  trickle: async (stage: Stage) => {
    begin(stage);
    for (; !stage.answer.destroyed; await sleep(20)) stage.answer.write(stage.text);
  },
  cut: async (stage: Stage) => {
    begin(stage);
    await say(stage);
    await sleep(30);
    stage.answer.socket?.resetAndDestroy();
  },
  drop,
  'silent-end': async (stage: Stage) => {
    begin(stage);
    await say(stage);
    stage.answer.end();
  },
  malformed: async (stage: Stage) => {
    begin(stage);
    await say(stage);
    stage.answer.end('data: {"choices":[{"del\n\n');
  },
  flood: async (stage: Stage) => {
    begin(stage);
    stage.answer.setMaxListeners(0);
    const piece = stage.text.replace('Grü', 'flood '.repeat(5_000));
    for (let sent = 0; sent < 50 * 1024 * 1024 && !stage.answer.destroyed; sent += piece.length) {
      if (!stage.answer.write(piece)) {
        await Promise.race([once(stage.answer, 'drain'), once(stage.answer, 'close')]);
      }
    }
    stage.answer.end();
  },
  html: async ({ answer }: Stage) => void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  redirect: async ({ answer }: Stage) => void answer.writeHead(307, { location: '/elsewhere' }).end(),
  'status-400': refuse(400),
  'status-401': refuse(401),
  'status-403': refuse(403),
  'status-404': refuse(404),
  'status-429': refuse(429),
  'status-429-later': refuse(429, { 'retry-after': '21' }),
  'status-500': refuse(500),
  'status-529': refuse(529),
  'busy-once': (stage: Stage) => (stage.turn === 1 ? refuse(429, { 'retry-after': '0' })(stage) : hello(stage)),
  'drop-once': (stage: Stage) => (stage.turn === 1 ? drop(stage) : hello(stage)),
  'no-schema': (stage: Stage) => (stage.body.includes('verdict') ? refuse(400)(stage) : hello(stage)),
  'fails-thrice': (stage: Stage) => (stage.turn <= 3 ? refuse(500)(stage) : hello(stage)),
} satisfies Record<string, Play>;

export const partNames = Object.keys(parts) as (keyof typeof parts)[];

export const pathOf = (protocol: ProviderName) => `/${protocol}/v1`;

/** One server that plays every vendor; answers with what was recorded of each. */
export async function startVendorServer() {
  const requests: VendorRequest[] = [];
  const others: string[] = [];
  const respond = (incoming: IncomingMessage, answer: ServerResponse) => {
    void serve(incoming, answer).catch(() => answer.destroy());
  };
  const server = keepConnections(createServer(respond));

  async function serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    if (incoming.method === 'GET') {
      answer.setHeader('content-type', 'application/json').end('{"data":[]}');
      return;
    }
    const protocol = path.split('/')[1] as ProviderName;
    const model = /\/models\/([\w-]+):stream/.exec(path)?.[1] ?? (JSON.parse(body || '{}') as { model?: string }).model;
    if (model === undefined || !(model in parts)) {
      others.push(path);
      answer.writeHead(404).end();
      return;
    }
    const request: VendorRequest = { model: `${protocol}-${model}`, headers: incoming.headers, body, isClosed: false };
    requests.push(request);
    answer.once('close', () => (request.isClosed = true));
    const turn = requests.filter((each) => each.model === request.model).length;
    const key = JSON.stringify(incoming.headers);
    await parts[model as Part]({ answer, hello: events(protocol, 'hello'), text: textOf(protocol), turn, key, body });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests that must not be made: the target of a redirect, for one. */
    others,
    requestsFor: (service: string) => requests.filter(({ model }) => model === service),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type VendorServer = Awaited<ReturnType<typeof startVendorServer>>;

function events(protocol: ProviderName, fixture: string): string[] {
  const file = join(import.meta.dirname, '../src/providers', protocol, 'fixtures', `${fixture}.chunks.txt`);
  return readFileSync(file, 'utf8').split(/(?<=\n\n)/);
}

/** All events up to the first text: a vendor's stream has to begin at its beginning. */
function textOf(protocol: ProviderName): string {
  return events(protocol, 'silent-end')
    .filter((event) => !event.includes('[DONE]'))
    .join('');
}
