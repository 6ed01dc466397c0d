import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@polylogue/build-kit/backing';
import { argsOfServer } from '@polylogue/build-kit/run';
import { domain, openDiscovery } from './discovery.js';
import { startReplica, type Replica } from './replica.js';

/** In the order in which they are replaced. */
export const slices = ['admin', 'ai-dispatch', 'conversation', 'quality', 'scheduler', 'gateway'] as const;
const preStopMs = 1_000;

export type ClusterSlice = (typeof slices)[number];

/**
 * The product as Kubernetes runs it: every slice in several processes, each at an address of its own, which no other one
 * ever has, found by name over DNS (a headless Service); the gateways are behind one address.
 */
export interface Cluster {
  /** Of the gateways. */
  port: number;
  /**
   * Replaces the replicas of a slice one after the other, as a Deployment does: a new one is ready before an old one is
   * sent SIGTERM, and nothing waits for the old one's calls in flight.
   */
  roll(slice: ClusterSlice): Promise<void>;
  /** When each replica that was replaced was sent SIGTERM, by the monotonic clock that all processes of a machine share. */
  endings: readonly number[];
  /** Settles when every replica that was sent SIGTERM has ended. */
  drained(): Promise<void>;
  stop(): void;
}

/** Starts `replicas` processes of every slice over the backing that `environment` names. */
export async function startCluster(replicas: number, environment: NodeJS.ProcessEnv): Promise<Cluster> {
  const ports = await findClusterPorts();
  const discovery = await openDiscovery(ports.http);
  const shared = { ...environment, ...clusterEnvironment(ports, discovery.dns, environment.NODE_OPTIONS) };
  const started: Replica[] = [];
  const running = new Map<ClusterSlice, Replica[]>();
  const endings: number[] = [];
  const ending: Promise<void>[] = [];
  const start = async (slice: ClusterSlice) => {
    const replica = startReplica({
      slice,
      host: nextHost(),
      healthPort: ports.health,
      environment: shared,
      args: await argsOfServer(slice),
    });
    started.push(replica);
    await replica.ready();
    discovery.add(slice, replica.host);
    return replica;
  };
  const end = async (slice: ClusterSlice, replica: Replica) => {
    discovery.remove(slice, replica.host);
    // Calls to it are still made until that is known: Kubernetes' preStop waits for them, too.
    await pause(preStopMs);
    endings.push(now());
    ending.push(replica.end());
  };
  const roll = async (slice: ClusterSlice) => {
    const fresh: Replica[] = [];
    for (const old of running.get(slice)!) {
      fresh.push(await start(slice));
      await end(slice, old);
    }
    running.set(slice, fresh);
  };
  const stop = () => {
    for (const replica of started) replica.kill();
    discovery.close();
  };
  try {
    for (const slice of slices) {
      running.set(slice, await Promise.all(Array.from({ length: replicas }, () => start(slice))));
    }
  } catch (error) {
    stop();
    throw error;
  }
  return { port: discovery.port, endings, roll, drained: async () => void (await Promise.all(ending)), stop };
}

/** Milliseconds. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

let hosts = 0;

/** A loopback address that was never given before; 127.0.0.1 is not among them. */
export function nextHost(): string {
  hosts += 1;
  return `127.0.${1 + Math.floor(hosts / 250)}.${1 + (hosts % 250)}`;
}

/** Where the replicas of a slice listen, each at its own address. */
export type ClusterPorts = Record<'grpc' | 'http' | 'health', number>;

export async function findClusterPorts(): Promise<ClusterPorts> {
  return { grpc: await findFreePort(), health: await findFreePort(), http: await findFreePort() };
}

/** What every replica is given: as in a cluster, it does not say which one it is. */
export function clusterEnvironment(ports: ClusterPorts, dns: string, nodeOptions = ''): Record<string, string> {
  const own = slices.map((slice) => ({ slice, prefix: slice.replaceAll('-', '_').toUpperCase() }));
  return {
    ...Object.fromEntries(own.map(({ slice, prefix }) => [`${prefix}_GRPC_URL`, `${slice}.${domain}:${ports.grpc}`])),
    ...Object.fromEntries(own.map(({ prefix }) => [`${prefix}_HEALTH_PORT`, String(ports.health)])),
    // All replicas together stay below what one Postgres takes.
    ...Object.fromEntries(own.map(({ prefix }) => [`${prefix}_DATABASE_POOL`, '5'])),
    PORT: String(ports.http),
    MIGRATE_AT_START: 'false',
    CLUSTER_DNS: dns,
    CLUSTER_DOMAIN: domain,
    NODE_OPTIONS: `${nodeOptions} --import ${new URL('./use-cluster-dns.js', import.meta.url).href}`,
  };
}
