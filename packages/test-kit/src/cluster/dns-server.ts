import { createSocket } from 'node:dgram';
import { answerTo } from './dns-message.rules.js';

const ttlSeconds = 1;

/** Answers for names with addresses, as Kubernetes does for a headless Service with those of its ready pods. */
export interface DnsServer {
  /** `host:port`. */
  address: string;
  add(name: string, address: string): void;
  remove(name: string, address: string): void;
  close(): void;
}

/** Opens a DNS server on loopback; a name that it does not know has no addresses. */
export async function openDnsServer(): Promise<DnsServer> {
  const known = new Map<string, Set<string>>();
  const socket = createSocket('udp4', (query, { port, address }) => {
    const answer = answerTo(query, (name) => known.get(name) ?? [], ttlSeconds);
    if (answer) socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    add: (name, address) => void known.set(name, (known.get(name) ?? new Set()).add(address)),
    remove: (name, address) => void known.get(name)?.delete(address),
    close: () => void socket.close(),
  };
}
