import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { backingUrls, freePort, testKeys, until, type FreshDatabase } from '@polylogue/test-kit';

const root = join(import.meta.dirname, '../../..');

/** Compiles what replicas run. */
export function buildReplicas(): void {
  execFileSync(process.execPath, [join(root, 'packages/build-kit/src/build-node.js')], { env: plainEnv() });
}

/** The service as a process of its own, that a test can kill. */
export async function startReplica(
  neighboursUrl: string,
  database: FreshDatabase,
  eventsPrefix: string,
  env: Record<string, string> = {},
) {
  const [grpcPort, healthPort] = [await freePort(), await freePort()];
  const keys = testKeys();
  const child = spawn(process.execPath, [join(root, 'services/scheduler/dist/main.js')], {
    env: {
      ...plainEnv(),
      SCHEDULER_DATABASE_URL: database.appUrl,
      SCHEDULER_WORKER_DATABASE_URL: database.workerUrl,
      SCHEDULER_GRPC_URL: `127.0.0.1:${grpcPort}`,
      SCHEDULER_HEALTH_PORT: String(healthPort),
      SCHEDULER_SIGNING_KEY: keys.signingKeys['scheduler'],
      SCHEDULER_DATABASE_POOL: '6',
      AI_DISPATCH_GRPC_URL: neighboursUrl,
      ADMIN_GRPC_URL: neighboursUrl,
      CALLER_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
      NATS_URL: backingUrls().nats,
      REDIS_URL: backingUrls().redis,
      EVENTS_PREFIX: eventsPrefix,
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const ready = () =>
    fetch(`http://127.0.0.1:${healthPort}/healthz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await until(ready, { timeoutMs: 60_000, what: 'the replica' });
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Without jest's own NODE_OPTIONS. */
function plainEnv() {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return env;
}
