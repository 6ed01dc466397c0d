import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { keepNoMore } from './keep-connections.js';

// By then proxies send new requests to other replicas, and a busy client has learned of the end from an answer.
const longestIdleMs = 5_000;
const lookEveryMs = 100;

/**
 * Takes no new connection and waits at most `seconds` for what is in flight, then cuts it. A client that keeps a
 * connection learns from its next answer that it was the last one on it: closing an idle one at once could cross a
 * request on its way.
 */
export async function drainHttp(server: Server, seconds: number): Promise<void> {
  const idleMs = Math.min(seconds * 100, longestIdleMs);
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  let tidy: NodeJS.Timeout | undefined;
  const wait = setTimeout(() => (tidy = setInterval(() => server.closeIdleConnections(), lookEveryMs)), idleMs);
  keepNoMore(server);
  // The HTTP server's own close() would close the idle ones at once.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  for (const timer of [cut, wait]) clearTimeout(timer);
  clearInterval(tidy);
}
