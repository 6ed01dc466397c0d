import { openBalancer } from './balancer.js';
import { openDnsServer } from './dns-server.js';

/** The domain of the names by which slices find each other. */
export const domain = 'polylogue';

/** Where the ready replicas of each slice are found. */
export interface Discovery {
  /** Of the gateways, on 127.0.0.1. */
  port: number;
  /** `host:port` of the DNS server that knows the others. */
  dns: string;
  add(slice: string, host: string): void;
  remove(slice: string, host: string): void;
  close(): void;
}

/** Gateways, which all listen on `httpPort`, are behind one address; every other slice has a name of its own. */
export async function openDiscovery(httpPort: number): Promise<Discovery> {
  const dns = await openDnsServer();
  const gateways = await openBalancer(httpPort);
  return {
    port: gateways.port,
    dns: dns.address,
    add: (slice, host) => (slice === 'gateway' ? gateways.add(host) : dns.add(`${slice}.${domain}`, host)),
    remove: (slice, host) => (slice === 'gateway' ? gateways.remove(host) : dns.remove(`${slice}.${domain}`, host)),
    close: () => {
      gateways.close();
      dns.close();
    },
  };
}
