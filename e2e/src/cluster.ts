import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, until } from '@polylogue/test-kit';
import { openBalancer, type Balancer } from './balancer.js';
import { startProduct, type Product, type ProductOptions } from './product.js';

const root = resolve(import.meta.dirname, '../..');
const slices = ['admin', 'ai-dispatch', 'conversation', 'quality', 'scheduler', 'gateway'] as const;
const readyMs = 60_000;
const preStopMs = 1_000;

/** A slice of the product, each replica a process of its own behind one address. */
export type ClusterSlice = (typeof slices)[number];

interface Replica {
  process: ChildProcess;
  port: number;
}

/** The product as a cluster runs it: every slice in several processes, each address balanced over the ready ones. */
export interface Cluster {
  url: string;
  slices: readonly ClusterSlice[];
  /** Replaces the replicas of a slice one after the other: a new one is ready before an old one is told to end. */
  roll(slice: ClusterSlice): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `replicas` processes of every slice over one Postgres, NATS and Redis. */
export async function startCluster(replicas: number, options: ProductOptions): Promise<Cluster> {
  const product = await startProduct(options);
  // Its backing, roles and schemas stay; its one process makes room for many.
  await product.processes.servers!.stop(5_000);
  const balancers = new Map<ClusterSlice, Balancer>();
  for (const slice of slices) balancers.set(slice, await openBalancer());
  const running = new Map<ClusterSlice, Replica[]>();

  const start = async (slice: ClusterSlice) => {
    const replica = await startReplica(slice, product, balancers);
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
  for (const slice of slices) {
    running.set(slice, await Promise.all(Array.from({ length: replicas }, () => start(slice))));
  }
  return {
    url: `http://127.0.0.1:${balancers.get('gateway')!.port}`,
    slices,
    roll: async (slice) => {
      const fresh: Replica[] = [];
      for (const old of running.get(slice)!) {
        fresh.push(await start(slice));
        await end(slice, old);
      }
      running.set(slice, fresh);
    },
    stop: async () => {
      for (const replica of [...running.values()].flat()) replica.process.kill('SIGKILL');
      for (const balancer of balancers.values()) balancer.close();
      await product.stop();
    },
  };
}

async function startReplica(slice: ClusterSlice, product: Product, balancers: Map<ClusterSlice, Balancer>) {
  const prefix = slice.replaceAll('-', '_').toUpperCase();
  const [grpcPort, healthPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const neighbours = [...balancers].map(([name, { port }]) => [
    `${name.replaceAll('-', '_').toUpperCase()}_GRPC_URL`,
    `127.0.0.1:${port}`,
  ]);
  const folder = slice === 'gateway' ? 'gateway' : `services/${slice}`;
  const process = spawn(globalThis.process.execPath, [join(root, folder, 'dist/main.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...product.environment,
      ...(Object.fromEntries(neighbours) as Record<string, string>),
      [`${prefix}_GRPC_URL`]: `127.0.0.1:${grpcPort}`,
      [`${prefix}_HEALTH_PORT`]: String(healthPort),
      PORT: String(httpPort),
      MIGRATE_AT_START: 'false',
    },
  });
  const log = createWriteStream(join(tmpdir(), `polylogue-${slice}-${process.pid}.log`));
  process.stdout.pipe(log);
  process.stderr.pipe(log);
  const isReady = async () => {
    if (process.exitCode !== null) throw new Error(`${slice} ended with code ${process.exitCode} while starting`);
    const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => undefined);
    return answer?.ok;
  };
  await until(isReady, { what: `${slice} to be ready`, timeoutMs: readyMs });
  return { process, port: slice === 'gateway' ? httpPort : grpcPort };
}

function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => process.once('exit', () => resolve()));
}
