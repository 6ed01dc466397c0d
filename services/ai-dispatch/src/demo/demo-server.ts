import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainHttp, keepConnections } from '@polylogue/service-kit/process';
import { Faults } from './faults.js';
import { FilmJobs } from './media/film-jobs.js';
import { mediaPersonas } from './media/media-personas.js';
import { serveMedia } from './media/serve-media.js';
import { demoPaths, personas, type DemoProtocol } from './personas.js';
import { playFault } from './play-fault.js';
import { playReply } from './play-reply.js';
import { anthropicProtocol } from './protocols/anthropic-protocol.js';
import { googleProtocol } from './protocols/google-protocol.js';
import { openaiProtocol } from './protocols/openai-protocol.js';
import type { Protocol } from './protocols/protocol.js';

const protocols: Record<DemoProtocol, Protocol> = {
  openai: openaiProtocol,
  anthropic: anthropicProtocol,
  google: googleProtocol,
  'openai-compatible': openaiProtocol,
};
/** Of a thread with as many pictures as one may carry. */
const maxBodyBytes = 20 * 1024 * 1024;

export interface DemoServer {
  url: string;
  /** Takes nothing new; replies in flight may take so many seconds more, none by default. */
  close(drainSeconds?: number): Promise<void>;
}

/** Starts the demo services: small programs that speak the vendors' wire protocols over HTTP. */
export async function startDemoServer(settings: { port: number; host: string; speed: number }): Promise<DemoServer> {
  const stage: Stage = { faults: new Faults(), jobs: new FilmJobs(), speed: settings.speed };
  const respond = (incoming: IncomingMessage, answer: ServerResponse) => {
    serve(incoming, answer, stage).catch(() => answer.destroy());
  };
  const server = keepConnections(createServer(respond));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${settings.host}:${port}`,
    close: (drainSeconds = 0) => drainHttp(server, drainSeconds),
  };
}

interface Stage {
  faults: Faults;
  jobs: FilmJobs;
  speed: number;
}

async function serve(incoming: IncomingMessage, answer: ServerResponse, stage: Stage): Promise<void> {
  const { faults, speed } = stage;
  const { pathname: path } = new URL(incoming.url ?? '/', 'http://demo');
  if (path === '/healthz') return sendJson(answer, 200, { status: 'ok' });
  if (path === '/demo/faults') return switchFaults(incoming, answer, faults);
  const spoken = (Object.keys(demoPaths) as DemoProtocol[]).find((name) => path.startsWith(`${demoPaths[name]}/`));
  if (spoken === undefined) return sendJson(answer, 404, { error: 'There is nothing here.' });
  const protocol = protocols[spoken];
  const request = { method: incoming.method ?? 'GET', path, body: () => readJson(incoming) };
  if (protocol === openaiProtocol && (await serveMedia(request, answer, stage))) return;
  if (incoming.method === 'GET') {
    const models = [...personas, ...mediaPersonas]
      .filter((persona) => persona.protocol === spoken)
      .map(({ model }) => model);
    return sendJson(answer, 200, protocol.models(models));
  }
  const reply = protocol.readRequest(path, await readJson(incoming));
  if (reply === undefined)
    return sendJson(answer, 400, protocol.fault(400, 'The demo does not understand this request.'));
  const persona = personas.find(({ model }) => model === reply.model);
  if (!persona) return sendJson(answer, 404, protocol.fault(404, 'The demo has no such model.'));
  const order = faults.next(reply.model);
  if (order) return playFault(order, protocol, reply, answer);
  playReply(persona, protocol, reply, answer, speed);
}

async function switchFaults(incoming: IncomingMessage, answer: ServerResponse, faults: Faults): Promise<void> {
  if (incoming.method === 'DELETE') faults.clear();
  const fault = incoming.method === 'POST' ? faults.order(await readJson(incoming)) : undefined;
  if (fault !== undefined) return sendJson(answer, 400, { error: fault });
  sendJson(answer, 200, { waiting: faults.waiting });
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function sendJson(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
