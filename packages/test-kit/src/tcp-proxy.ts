import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/** A proxy in front of a backing service that a test can shut. */
export interface TcpProxy {
  /** The URL of the service, through the proxy. */
  urlOf(url: string): string;
  /** Cuts every connection and refuses new ones: the service is down. */
  shut(): Promise<void>;
  /** Lets connections in again. */
  open(): Promise<void>;
  /** Keeps connections but passes nothing on any more: the service hangs. */
  freeze(): void;
  /** Like `freeze`, but only what the service says waits: it receives everything still. */
  muffle(): void;
  /** Passes on again what waited. */
  thaw(): void;
  /** Says to which port new connections go from now on; to none they are cut at once. Those that are open stay. */
  leadTo(port: number | undefined): void;
  /** How many connections to a port are open. */
  connectionsTo(port: number): number;
  close(): Promise<void>;
}

/** Puts a proxy in front of the service at `url`. It starts open; `onSent` is given what clients send. */
export async function tcpProxy(url: string, onSent?: (bytes: Buffer) => void): Promise<TcpProxy> {
  const target = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const farEnds = new Map<Socket, number>();
  let isFrozen = false;
  let leadsTo: number | undefined = Number(target.port);
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (leadsTo === undefined) return void near.destroy();
    const far = connect(leadsTo, target.hostname);
    farEnds.set(far, leadsTo);
    far.on('close', () => farEnds.delete(far));
    if (onSent) near.on('data', onSent);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => other.write(bytes));
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (isFrozen) socket.pause();
    }
  });
  const open = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await open();
  return {
    urlOf: (one) => withPort(one, port),
    open,
    shut,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    muffle: () => {
      for (const far of farEnds.keys()) far.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    leadTo: (wanted) => (leadsTo = wanted),
    connectionsTo: (wanted) => [...farEnds.values()].filter((one) => one === wanted).length,
    close: () => (server.listening ? shut() : Promise.resolve()),
  };
}

function withPort(url: string, port: number): string {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
}
