import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address in front of the gateways, as an ingress is: it balances connections, not requests. */
export interface Balancer {
  port: number;
  add(host: string): void;
  /** New connections no longer go there; open ones stay. */
  remove(host: string): void;
  close(): void;
}

/** Opens a balancer without replicas, which all listen on `port`; a connection that finds none is refused. */
export async function openBalancer(port: number): Promise<Balancer> {
  const replicas: string[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    const host = replicas[turn++ % replicas.length];
    if (host === undefined) return near.destroy();
    const far = connect(port, host);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    add: (host) => void replicas.push(host),
    remove: (host) => void replicas.splice(replicas.indexOf(host), 1),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
