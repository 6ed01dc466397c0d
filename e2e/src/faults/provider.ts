import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { Answering } from './answering.js';
import { faults, type FaultName } from './faults.js';

/** A request for a reply, or for the list of models. */
export interface Call {
  service: string;
  isProbe: boolean;
  answering: Answering;
}

/** Where the services of each fault are. */
export type Addresses = Record<'good' | 'refused' | 'tls' | 'dns', string>;

/** An AI provider of many services, each of which answers well until it is given a fault. */
export interface FaultyProvider {
  addresses: Addresses;
  /** The key of a service. It must not be seen anywhere else. */
  keyOf(service: string): string;
  /** Gives a service its fault, for good, and forgets its calls so far. */
  breakService(service: string, fault: FaultName): void;
  callsOf(service: string): Call[];
  /** Services whose redirect was followed. */
  readonly followed: string[];
  close(): Promise<void>;
}

/** The verdict of a judge. */
const verdict = JSON.stringify({
  ...Object.fromEntries(
    ['bias', 'safety', 'accuracy', 'adherence'].map((key) => [key, { score: 90, reason: 'Well.' }]),
  ),
  analysis: 'It is well.',
});

const keyOf = (service: string) => `sk-canary-${service}-7f3a`;

export async function startFaultyProvider(): Promise<FaultyProvider> {
  const broken = new Map<string, FaultName>();
  let calls: Call[] = [];
  const followed: string[] = [];
  const serve = async (request: IncomingMessage, answering: Answering) => {
    const { service } = answering.asked;
    if (request.url === '/elsewhere') return void followed.push(service);
    const isProbe = request.method === 'GET';
    calls.push({ service, isProbe, answering });
    const fault = broken.get(service);
    await (fault ? faults[fault].play(answering) : isProbe ? listModels(answering) : speak(answering));
  };
  const respond: RequestListener = (request, response) =>
    void askedBy(request, addresses.good.replace(/\/v1$/, ''))
      .then((asked) => serve(request, new Answering(response, asked)))
      .catch(() => response.destroy());

  const plain = createServer(respond);
  const certificate = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const secure = createSecureServer({ key: certificate.private, cert: certificate.cert }, respond);
  const closed = createServer();
  const [port, securePort, closedPort] = [await listen(plain), await listen(secure), await listen(closed)];
  await close(closed);
  const addresses = {
    good: `http://127.0.0.1:${port}/v1`,
    refused: `http://127.0.0.1:${closedPort}/v1`,
    tls: `https://127.0.0.1:${securePort}/v1`,
    dns: 'https://no-such-host.invalid/v1',
  };
  return {
    addresses,
    keyOf,
    breakService: (service, fault) => {
      calls = calls.filter((call) => call.service !== service);
      broken.set(service, fault);
    },
    callsOf: (service) => calls.filter((call) => call.service === service),
    followed,
    close: async () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        await close(server);
      }
    },
  };
}

/** By the key, as a list of models names no model. */
async function askedBy(request: IncomingMessage, origin: string): Promise<Answering['asked']> {
  const service = /sk-canary-(.+)-7f3a/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const body = await textOf(request);
  const text = body.includes('"response_format"') ? verdict : `This is what ${service} says of it.`;
  return { service, key: keyOf(service), text, origin };
}

async function speak(answering: Answering): Promise<void> {
  answering.begin();
  for (const word of answering.asked.text.split(/(?<= )/)) await answering.say(word);
  await answering.finish();
}

function listModels({ response, asked }: Answering): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', data: [{ id: asked.service, object: 'model' }] }));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
