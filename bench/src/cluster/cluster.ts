import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@polylogue/build-kit/backing';
import { openBalancer, type Balancer } from './balancer.js';

const root = resolve(import.meta.dirname, '../../..');
/** In the order in which they are replaced. */
export const slices = ['admin', 'ai-dispatch', 'conversation', 'quality', 'scheduler', 'gateway'] as const;
const readyMs = 60_000;
const lookEveryMs = 25;
const preStopMs = 1_000;

export type ClusterSlice = (typeof slices)[number];

interface Replica {
  process: ChildProcess;
  port: number;
}

/** The product as a cluster runs it: every slice in several processes, each address balanced over the ready ones. */
export interface Cluster {
  /** Of the gateways. */
  port: number;
  /** Replaces the replicas of a slice one after the other: a new one is ready before an old one is stopped. */
  roll(slice: ClusterSlice): Promise<void>;
  stop(): void;
}

/** Starts `replicas` processes of every slice over the backing that `environment` names. */
export async function startCluster(replicas: number, environment: NodeJS.ProcessEnv): Promise<Cluster> {
  const balancers = new Map<ClusterSlice, Balancer>();
  for (const slice of slices) balancers.set(slice, await openBalancer());
  const running = new Map<ClusterSlice, Replica[]>();
  const processes: ChildProcess[] = [];
  const stop = () => {
    for (const process of processes) process.kill('SIGKILL');
    for (const balancer of balancers.values()) balancer.close();
  };
  const start = async (slice: ClusterSlice) => {
    const replica = await startReplica(slice, environment, balancers, processes);
    balancers.get(slice)!.add(replica.port);
    return replica;
  };
  const end = async (slice: ClusterSlice, { process, port }: Replica) => {
    balancers.get(slice)!.remove(port);
    // Connections on their way still arrive: Kubernetes' preStop waits for them too.
    await pause(preStopMs);
    process.kill('SIGTERM');
    await ended(process);
  };
  try {
    for (const slice of slices) {
      running.set(slice, await Promise.all(Array.from({ length: replicas }, () => start(slice))));
    }
  } catch (error) {
    stop();
    throw error;
  }
  return {
    port: balancers.get('gateway')!.port,
    roll: async (slice) => {
      const fresh: Replica[] = [];
      for (const old of running.get(slice)!) {
        fresh.push(await start(slice));
        await end(slice, old);
      }
      running.set(slice, fresh);
    },
    stop,
  };
}

async function startReplica(
  slice: ClusterSlice,
  environment: NodeJS.ProcessEnv,
  balancers: Map<ClusterSlice, Balancer>,
  processes: ChildProcess[],
): Promise<Replica> {
  const [grpcPort, healthPort, httpPort] = [await nextPort(), await nextPort(), await nextPort()];
  const upstreams = [...balancers].map(([name, { port }]) => [`${prefixOf(name)}_GRPC_URL`, `127.0.0.1:${port}`]);
  const folder = slice === 'gateway' ? 'gateway' : `services/${slice}`;
  const process = spawn(globalThis.process.execPath, [join(root, folder, 'dist/main.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...environment,
      ...(Object.fromEntries(upstreams) as Record<string, string>),
      [`${prefixOf(slice)}_GRPC_URL`]: `127.0.0.1:${grpcPort}`,
      [`${prefixOf(slice)}_HEALTH_PORT`]: String(healthPort),
      // All replicas together stay below what one Postgres takes.
      [`${prefixOf(slice)}_DATABASE_POOL`]: '5',
      PORT: String(httpPort),
      MIGRATE_AT_START: 'false',
    },
  });
  processes.push(process);
  await ready(slice, process, `http://127.0.0.1:${healthPort}/readyz`);
  return { process, port: slice === 'gateway' ? httpPort : grpcPort };
}

const promised = new Set<number>();

async function nextPort(): Promise<number> {
  const port = await findFreePort(promised);
  promised.add(port);
  return port;
}

async function ready(slice: ClusterSlice, process: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + readyMs;
  for (;;) {
    if (process.exitCode !== null) throw new Error(`${slice} ended with code ${process.exitCode} while starting`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() > until) throw new Error(`${slice} is not ready after ${readyMs / 1000} s`);
    await pause(lookEveryMs);
  }
}

function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => process.once('exit', () => resolve()));
}

const prefixOf = (slice: ClusterSlice) => slice.replaceAll('-', '_').toUpperCase();
