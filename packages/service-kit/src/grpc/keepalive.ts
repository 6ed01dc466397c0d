import { connect, type Http2Session } from 'node:http2';
import { PassThrough } from 'node:stream';
import type { ChannelOptions } from '@grpc/grpc-js';

/** Channel options by which each side notices that the other vanished without closing its connection. */
export const keepaliveOptions = (everyMs = 30_000): ChannelOptions => ({
  'grpc.keepalive_time_ms': everyMs,
  'grpc.keepalive_timeout_ms': 10_000,
});

type PingDone = (error: Error | null, durationMs: number, payload: Buffer) => void;

/*
 * A server that drains says so (GOAWAY), and both sides close the session once its calls have ended. Until then Node sends
 * no more pings on it: it reports each one as failed, and grpc-js takes that for a dead peer and cuts the calls in flight.
 * So a session that is closing answers its pings itself. What it no longer notices is bounded by the server's drain, after
 * which the connection is closed in any case, and by the deadlines of the calls.
 * Goes when https://github.com/grpc/grpc-node/issues/3068 is fixed.
 */
const sessions = sessionPrototype();
const ping = sessions.ping as (this: Http2Session, ...args: unknown[]) => boolean;

sessions.ping = function pingUnlessClosing(this: Http2Session, ...args: unknown[]): boolean {
  if (!this.closed || this.destroyed) return ping.apply(this, args);
  process.nextTick(args.at(-1) as PingDone, null, 0, Buffer.alloc(8));
  return true;
};

/** The class of client and server sessions, which Node does not export. */
function sessionPrototype(): Http2Session {
  const session = connect('http://localhost', { createConnection: () => new PassThrough() });
  session.destroy();
  return Object.getPrototypeOf(Object.getPrototypeOf(session) as object) as Http2Session;
}
