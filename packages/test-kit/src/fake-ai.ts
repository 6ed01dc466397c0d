import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepConnections } from '@polylogue/service-kit';
import type { AiScript } from './ai-script.js';
import { freePort } from './free-port.js';
import { playScript } from './play-script.js';

/** One request the scripted server received. */
export interface AiRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON, or undefined. */
  body: { model?: string; stream?: boolean; messages?: { role: string; content: unknown }[] } & Record<string, unknown>;
  /** Settles when the socket or the answer is closed; true when the client left before the answer was complete. */
  closed: Promise<{ byClient: boolean }>;
  isClosed: boolean;
}

/** A scripted AI vendor. */
export interface FakeAi {
  /** Base URL of an OpenAI-compatible API, `http://127.0.0.1:…/v1`. */
  url: string;
  requests: AiRequest[];
  /** What requests for a model get from now on; several scripts are played one after the other, the last for good. */
  replies(model: string, ...scripts: (AiScript | string)[]): void;
  /** Requests for a model, in order. */
  requestsFor(model: string): AiRequest[];
  close(): Promise<void>;
}

/** Starts a server that speaks OpenAI's protocols as scripted per model. Unscripted models say "Hello from …". */
export async function fakeAi(): Promise<FakeAi> {
  const scripts = new Map<string, AiScript[]>();
  const requests: AiRequest[] = [];
  const nextScript = (model: string): AiScript => {
    const waiting = scripts.get(model) ?? [];
    return (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? { chunks: [`Hello from ${model}.`] };
  };
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response, requests, nextScript, () => [...scripts.keys()]);
  };
  const server = keepConnections(createServer(respond));
  server.listen(await freePort(), '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    replies: (model, ...wanted) =>
      void scripts.set(
        model,
        wanted.map((each) => (typeof each === 'string' ? { chunks: each.split(/(?<= )/) } : each)),
      ),
    requestsFor: (model) => requests.filter(({ body }) => body.model === model),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: AiRequest[],
  nextScript: (model: string) => AiScript,
  models: () => string[],
): Promise<void> {
  const text = await readAll(request);
  const body = parse(text);
  const received: AiRequest = {
    path: request.url ?? '',
    headers: request.headers,
    body,
    isClosed: false,
    closed: new Promise((resolve) =>
      response.once('close', () => {
        received.isClosed = true;
        resolve({ byClient: !response.writableFinished });
      }),
    ),
  };
  requests.push(received);
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: models().map((id) => ({ id, object: 'model' })) }));
    return;
  }
  const script = nextScript(body.model ?? '');
  if (script.raw) return void (await script.raw(request, response, text));
  await playScript(script, response, { path: received.path, model: body.model ?? '', stream: body.stream === true });
}

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function parse(text: string): AiRequest['body'] {
  try {
    return JSON.parse(text) as AiRequest['body'];
  } catch {
    return {};
  }
}
