import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { backingUrls, freePort, testKeys, until, type FreshDatabase } from '@polylogue/test-kit';
import type { Neighbours } from './quality.fixture.js';

const root = join(import.meta.dirname, '../../..');

/** The service as a process of its own, that a test can kill. */
export async function startReplica(neighbours: Neighbours, database: FreshDatabase, eventsPrefix: string) {
  execFileSync(process.execPath, [join(root, 'packages/build-kit/src/build-node.js')], { env: plainEnv() });
  const [grpcPort, healthPort] = [await freePort(), await freePort()];
  const keys = testKeys();
  const { nats, redis } = backingUrls();
  const child = spawn(process.execPath, [join(root, 'services/quality/dist/main.js')], {
    env: {
      ...plainEnv(),
      QUALITY_DATABASE_URL: database.appUrl,
      QUALITY_WORKER_DATABASE_URL: database.workerUrl,
      QUALITY_GRPC_URL: `127.0.0.1:${grpcPort}`,
      QUALITY_HEALTH_PORT: String(healthPort),
      QUALITY_SIGNING_KEY: keys.signingKeys['quality'],
      CALLER_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
      ADMIN_GRPC_URL: neighbours.url,
      CONVERSATION_GRPC_URL: neighbours.url,
      AI_DISPATCH_GRPC_URL: neighbours.url,
      QUALITY_RECONCILE_SECONDS: '0.2',
      QUALITY_RETRY_SECONDS: '0.02',
      QUALITY_LEASE_SECONDS: '600',
      NATS_URL: nats,
      EVENTS_PREFIX: eventsPrefix,
      REDIS_URL: redis,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, { what: 'the replica' });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    kill,
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) await kill();
    },
  };
}

/** Without jest's own NODE_OPTIONS. */
function plainEnv() {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return env;
}
