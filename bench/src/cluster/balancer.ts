import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address in front of several replicas, as a Kubernetes Service is: it balances connections, not calls. */
export interface Balancer {
  port: number;
  add(port: number): void;
  /** New connections no longer go there; open ones stay. */
  remove(port: number): void;
  close(): void;
}

/** Opens a balancer without replicas; a connection that finds none is refused. */
export async function openBalancer(): Promise<Balancer> {
  const replicas: number[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    const port = replicas[turn++ % replicas.length];
    if (port === undefined) return near.destroy();
    const far = connect(port, '127.0.0.1');
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
    add: (port) => void replicas.push(port),
    remove: (port) => void replicas.splice(replicas.indexOf(port), 1),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
