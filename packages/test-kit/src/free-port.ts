import { createServer } from 'node:net';

// Below the range from which systems take the local end of outgoing connections.
const lowest = 20_000;
const highest = 32_000;
const promised = new Set<number>();

/** A port nobody listens on, promised to nobody else in this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (promised.has(port) || !(await isFree(port))) continue;
    promised.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
