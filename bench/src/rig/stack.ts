import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@polylogue/build-kit/backing';
import { findLocalBundle } from '@polylogue/build-kit/bundle';
import { startStack } from '@polylogue/build-kit/run';
import { heldBy } from '../processes/watch-live-memory.js';
import { cpuSeconds, cpuSecondsOfFamily } from '../processes/usage.js';
import { writeServicesFile } from './services.js';
import { startUsers } from './users.js';

export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>;

/** A second product beside the first one needs a name of its own. */
export interface BenchStackOptions {
  name?: string;
  env?: Record<string, string>;
}

const root = resolve(import.meta.dirname, '../../..');

/** The whole product in one process with durable commits, its six services at the fake provider. */
export async function startBenchStack(
  upstreamPort: number,
  report: (line: string) => void,
  { name = '', env: more = {} }: BenchStackOptions = {},
) {
  const dataDir = join(root, '.data', `bench${name}-${process.pid}`);
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const servicesFile = join(dataDir, 'services.json');
  await writeServicesFile(servicesFile, upstreamPort);
  const port = await findFreePort();
  const memoryFile = join(dataDir, 'memory');
  const env = { ...process.env, ...ownEnvironment(servicesFile, memoryFile), ...more };
  const forget = () => rm(dataDir, { recursive: true, force: true });
  const bundle = await findLocalBundle();
  const stack = await startStack({ dataDir, port, bundle, durable: true, env, report }).catch(
    async (error: unknown) => {
      await forget();
      throw error;
    },
  );
  const users = startUsers(port);
  const pidOf = (name: string) => {
    const pid = stack.processes[name]?.pid;
    if (!pid) throw new Error(`There is no process ${name} to be measured.`);
    return pid;
  };
  const held = () => heldBy(pidOf('servers'), memoryFile);
  return {
    port,
    postgresUrl: stack.backing.postgres.url,
    redisUrl: stack.backing.redis.url,
    serverPids: () => [pidOf('servers')],
    serverSeconds: () => cpuSeconds([pidOf('servers')]),
    /** Not a number for a Postgres that was started elsewhere. */
    postgresSeconds: () => (stack.processes.postgres ? cpuSecondsOfFamily(pidOf('postgres')) : Promise.resolve(NaN)),
    /** The bytes that the servers hold after a garbage collection. */
    liveBytes: async () => (await held()).bytes,
    held,
    sessions: users.sessions,
    restart: () => stack.processes.servers?.restart(),
    restartPostgres: () => stack.processes.postgres?.restart(),
    /** Until the servers reach what they need. */
    untilReady: (withinMs: number) => untilReady(port, withinMs),
    /** What the servers were given; holds secrets. */
    environment: stack.environment,
    /** Makes room for servers of one's own; `restart` brings them back. */
    stopServers: () => stack.processes.servers?.stop(5_000),
    async stop() {
      users.close();
      await stack.stop();
      await forget();
    },
  };
}

async function untilReady(port: number, withinMs: number): Promise<void> {
  for (const until = performance.now() + withinMs; ; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() > until) throw new Error('The servers do not reach what they need.');
  }
}

const ownEnvironment = (servicesFile: string, memoryFile: string) => ({
  AI_SERVICES_FILE: servicesFile,
  DRAIN_SECONDS: '1',
  LOG_LEVEL: 'warn',
  // One user of a bench does what hundreds do: counted as always, but never refused.
  AI_DISPATCH_USER_CALLS_PER_MINUTE: '1000000',
  AI_DISPATCH_USER_STREAMS: '100000',
  // Nothing is removed before `operations` says how old it may be.
  CONVERSATION_RETENTION_SECONDS: '10',
  BENCH_MEMORY_FILE: memoryFile,
  NODE_OPTIONS: [
    process.env.NODE_OPTIONS ?? '',
    ...['./report-memory.js', ...(process.env.BENCH_PROFILE ? ['./profile-servers.js'] : [])].map(
      (each) => `--import ${new URL(each, import.meta.url).href}`,
    ),
  ].join(' '),
});
