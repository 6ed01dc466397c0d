import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { keepNoMore } from './keep-connections.js';

// By then proxies send new requests to other replicas, and a busy client has received an answer with `Connection: close`.
const maxIdleMs = 5_000;
const lookEveryMs = 100;

/**
 * Takes no new connection and waits at most `seconds` for what is in flight, then cuts it. A client that keeps a
 * connection learns from its next answer that it was the last one on it: closing an idle one at once could cross a
 * request on its way. So idle ones are closed only when no answer that was begun before the drain, and could not say so,
 * has ended for a while.
 */
export async function drainHttp(server: Server, seconds: number): Promise<void> {
  const idleMs = Math.min(seconds * 100, maxIdleMs);
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  let quietSince = performance.now();
  keepNoMore(server, () => (quietSince = performance.now()));
  const closing = setInterval(() => {
    if (performance.now() - quietSince >= idleMs) server.closeIdleConnections();
  }, lookEveryMs);
  // The HTTP server's own close() would close the idle ones at once.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  clearTimeout(cut);
  clearInterval(closing);
}
