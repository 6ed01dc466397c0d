import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { argsOfServer } from '@polylogue/build-kit/run';
import { envPrefix, type GrpcClient, type GrpcDefinition } from '@polylogue/service-kit';
import { clientOf } from './client-of.js';
import type { FreshDatabase } from './fresh-database.js';
import { sliceEnvironment } from './slice-environment.js';
import { until } from './until.js';

/** What a replica is to run on. */
export interface ReplicaOptions {
  database: FreshDatabase;
  /** Its own, unless it shares events with others. */
  eventsPrefix?: string;
  env?: Record<string, string>;
}

/** A service as a process of its own. */
export interface Replica {
  client<D extends GrpcDefinition>(definition: D): GrpcClient<D>;
  /** As a machine that crashes: no client is notified. */
  kill(): Promise<void>;
  /** As an operator who wants it gone. */
  terminate(): Promise<void>;
  /** Closes its clients, and kills it if it still runs. */
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');
let isBuilt = false;

/** Starts a service in a process of its own, so that a test can kill it; resolves once it is ready. */
export async function startReplica(name: string, options: ReplicaOptions): Promise<Replica> {
  buildServers();
  const { database, eventsPrefix = `test_replica_${randomBytes(6).toString('hex')}` } = options;
  const env: Record<string, string> = {
    ...(await sliceEnvironment(name, database, eventsPrefix)),
    LOG_LEVEL: 'error',
    ...options.env,
  };
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const child = spawn(process.execPath, await argsOfServer(name), {
    env: { ...plainEnv(), ...env },
    stdio: [...stdio],
  });
  const ended = once(child, 'exit');
  const health = `http://127.0.0.1:${env[`${envPrefix(name)}_HEALTH_PORT`]}/readyz`;
  const isReady = () =>
    fetch(health).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, { timeoutMs: 60_000, what: `a replica of ${name}` });
  const clients: { close(): void }[] = [];
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return {
    client: (definition) => {
      const client = clientOf(definition, env[`${envPrefix(name)}_GRPC_URL`]!, name);
      clients.push(client);
      return client;
    },
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    close: async () => {
      for (const client of clients) client.close();
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    },
  };
}

/** Compiles what processes of their own run, once. */
export function buildServers(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [join(root, 'packages/build-kit/src/build-node.js')], { env: plainEnv() });
  isBuilt = true;
}

/** Without jest's own NODE_OPTIONS. */
function plainEnv() {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return env;
}
