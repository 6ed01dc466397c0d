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
  const lines = new Lines();
  let leadsTo: number | undefined = Number(target.port);
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (leadsTo === undefined) return void near.destroy();
    if (onSent) near.on('data', onSent);
    lines.add(near, connect(leadsTo, target.hostname), leadsTo);
  });
  const open = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      lines.cut();
    });
  await open();
  return {
    urlOf: (one) => withPort(one, port),
    open,
    shut,
    freeze: () => lines.freeze(),
    muffle: () => lines.muffle(),
    thaw: () => lines.thaw(),
    leadTo: (wanted) => (leadsTo = wanted),
    connectionsTo: (wanted) => lines.countTo(wanted),
    close: () => (server.listening ? shut() : Promise.resolve()),
  };
}

/** Connections of clients, each with its other half to the service. */
class Lines {
  readonly #sockets = new Set<Socket>();
  readonly #farEnds = new Map<Socket, number>();
  #isFrozen = false;

  add(near: Socket, far: Socket, port: number): void {
    this.#farEnds.set(far, port);
    far.on('close', () => this.#farEnds.delete(far));
    this.#pass(near, far);
    this.#pass(far, near);
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  muffle(): void {
    for (const far of this.#farEnds.keys()) far.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  countTo(port: number): number {
    return [...this.#farEnds.values()].filter((one) => one === port).length;
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#isFrozen) from.pause();
  }
}

function withPort(url: string, port: number): string {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
}
