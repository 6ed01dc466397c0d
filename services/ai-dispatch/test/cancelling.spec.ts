import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import { parseAllowList } from '@polylogue/service-kit';
import { NetworkPolicy } from '../src/network/network-policy.js';
import { HttpClient } from '../src/providers/http.client.js';

let server: Server;
let http: HttpClient;
beforeAll(async () => {
  server = createServer((_incoming, answer) => void answer.end('all of it at once'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const settings = { OLLAMA_URL: 'off', LM_STUDIO_URL: 'off' } as const;
  http = new HttpClient(new NetworkPolicy({ ...settings, AI_DISPATCH_ALLOWED_NETWORKS: parseAllowList('127.0.0.1') }));
});
afterAll(async () => {
  http.onApplicationShutdown();
  await new Promise((resolve) => server.close(resolve));
});

it('handles every error of a socket: an unhandled one would end the process, and every reply with it', async () => {
  const { port } = server.address() as AddressInfo;
  const stop = new AbortController();
  const exchange = { method: 'GET' as const, url: `http://127.0.0.1:${port}/`, headers: {}, connectMs: 1_000 };
  const answer = await http.open({ ...exchange, signal: stop.signal, statusOfFault: () => undefined });
  const { socket } = answer;
  await until(() => answer.readableLength > 0);
  // All of it has come, and it was not read to its end: Node takes its listeners away while it hands out the error.
  stop.abort(new Error('cancelled'));
  await new Promise((closed) => socket.once('close', closed));
  expect(socket.destroyed).toBe(true);
});

it('ends a call whose server changes the protocol, which nobody asked it to', async () => {
  const other = createSocketServer((socket) => {
    const head = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: other', '', ''].join('\r\n');
    socket.once('data', () => socket.write(head));
  }).listen(0, '127.0.0.1');
  try {
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const exchange = { method: 'GET' as const, url: `http://127.0.0.1:${port}/`, headers: {}, connectMs: 1_000 };
    const signal = AbortSignal.timeout(2_000);
    const answer = http.open({ ...exchange, signal, statusOfFault: () => undefined });
    const late = sleep(5_000, 'It never ended.', { ref: false });
    await expect(Promise.race([answer, late])).rejects.toMatchObject({ failure: { code: 'unreachable' } });
  } finally {
    other.close();
  }
});
