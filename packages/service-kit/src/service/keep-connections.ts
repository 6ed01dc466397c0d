import type { Server, ServerResponse } from 'node:http';

/** How long clients may keep an idle connection: as long as the shell's nginx keeps those of browsers. */
const offeredIdleMs = 75_000;
/** A connection is kept longer than it is offered to clients: on a busy machine its last request may take that long to arrive. */
const idleMs = offeredIdleMs + 20_000;
/** For the headers of a request that has begun, so that slow ones hold no connection; an idle one that is kept has not. */
const headersMs = 10_000;

interface Kept {
  isLast: boolean;
  /** Answers under way. */
  open: Set<ServerResponse>;
}
const keptBy = new WeakMap<Server, Kept>();

/**
 * Keeps the idle connections of an HTTP server for longer than it offers them to clients. Node keeps them for five seconds,
 * offers just that, and closes them under the request of a client that is a moment late.
 */
export function keepConnections<S extends Server>(server: S): S {
  const kept: Kept = { isLast: false, open: new Set() };
  keptBy.set(server, kept);
  server.keepAliveTimeout = idleMs;
  server.headersTimeout = headersMs;
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (kept.isLast) response.setHeader('Connection', 'close');
    else response.setHeader('Keep-Alive', `timeout=${offeredIdleMs / 1000}`);
    kept.open.add(response);
    response.once('close', () => kept.open.delete(response));
  });
  return server;
}

/**
 * From now on every answer is the last one on its connection and says so, also those to requests that are there already.
 * `onLateEnd`: an answer has ended whose beginning was sent before, so that its client will use the connection again.
 */
export function keepNoMore(server: Server, onLateEnd: () => void): void {
  const kept = keptBy.get(server);
  if (!kept) return;
  kept.isLast = true;
  for (const response of kept.open) {
    if (response.headersSent) {
      response.once('close', onLateEnd);
      continue;
    }
    response.removeHeader('Keep-Alive');
    response.setHeader('Connection', 'close');
  }
}
