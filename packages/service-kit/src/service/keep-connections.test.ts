import { once } from 'node:events';
import { Agent, createServer, request, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { drainHttp } from './drain-http.js';
import { keepConnections } from './keep-connections.js';

let server: Server;
let agent: Agent;
let port: number;
let onRequest: RequestListener;
beforeEach(async () => {
  onRequest = (_request, response) => response.end('ok');
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  server = keepConnections(createServer((request, response) => onRequest(request, response))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  agent.destroy();
  server.close();
});

/** One request on the connection of the one before, while that is kept. */
const ask = () =>
  new Promise<IncomingHttpHeaders>((resolve, reject) => {
    request({ port, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers));
    })
      .once('error', reject)
      .end();
  });

it('keeps an idle connection longer than it offers it, and above what proxies keep', async () => {
  const [, seconds] = /^timeout=(\d+)$/.exec(String((await ask())['keep-alive'])) ?? [];
  const offeredMs = Number(seconds) * 1000;
  // Load balancers in the clouds and nginx keep theirs for 60 s.
  expect(offeredMs).toBeGreaterThan(60_000);
  expect(server.keepAliveTimeout).toBeGreaterThanOrEqual(offeredMs + 10_000);
});

it('offers no connection any more while it drains', async () => {
  expect(await ask()).toMatchObject({ connection: 'keep-alive' });
  const drained = drainHttp(server, 60);
  const last = await ask();
  expect([last.connection, last['keep-alive']]).toEqual(['close', undefined]);
  await drained;
});

it('says so also in the answer to a request that was there before the drain', async () => {
  let answer = () => {};
  const arrived = new Promise<void>((resolve) => {
    onRequest = (_request, response) => {
      answer = () => response.end('ok');
      resolve();
    };
  });
  const last = ask();
  await arrived;
  const drained = drainHttp(server, 60);
  answer();
  expect((await last).connection).toBe('close');
  await drained;
});

it('leaves its client time for one more request after an answer that was begun before the drain', async () => {
  let end = () => {};
  const arrived = new Promise<void>((resolve) => {
    onRequest = (_request, response) => {
      response.write('first part, ');
      end = () => response.end('second part');
      resolve();
    };
  });
  const begun = ask();
  await arrived;
  // A tenth of it is how long idle connections are left alone.
  const drained = drainHttp(server, 10);
  await sleep(1_500);
  onRequest = (_request, response) => response.end('ok');
  end();
  expect((await begun).connection).toBe('keep-alive');
  // Longer than it takes to look for idle connections.
  await sleep(300);
  expect((await ask()).connection).toBe('close');
  await drained;
});
