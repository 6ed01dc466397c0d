import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BroadcastsServiceDefinition, ConversationsServiceDefinition } from '@polylogue/proto';
import { grpcClient } from '@polylogue/service-kit';
import { backingUrls, freePort, testKeys, testSigner, until, type FreshDatabase } from '@polylogue/test-kit';

const root = join(import.meta.dirname, '../../..');

/** The service as a process of its own, that a test can kill. */
export async function startReplica(aiUrl: string, database: FreshDatabase, env: Record<string, string> = {}) {
  execFileSync(process.execPath, [join(root, 'packages/build-kit/src/build-node.js')], { env: plainEnv() });
  const [grpcPort, healthPort] = [await freePort(), await freePort()];
  const keys = testKeys();
  const child = spawn(process.execPath, [join(root, 'services/conversation/dist/main.js')], {
    env: {
      ...plainEnv(),
      CONVERSATION_DATABASE_URL: database.appUrl,
      CONVERSATION_WORKER_DATABASE_URL: database.workerUrl,
      CONVERSATION_GRPC_URL: `127.0.0.1:${grpcPort}`,
      CONVERSATION_HEALTH_PORT: String(healthPort),
      CONVERSATION_SIGNING_KEY: keys.signingKeys['conversation'],
      CONVERSATION_LEASE_SECONDS: '600',
      CONVERSATION_HEARTBEAT_SECONDS: '0.25',
      AI_DISPATCH_GRPC_URL: aiUrl,
      CALLER_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
      NATS_URL: backingUrls().nats,
      EVENTS_PREFIX: `test_replica_${grpcPort}`,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  await until(
    () =>
      fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    {
      what: 'the replica',
    },
  );
  const broadcasts = grpcClient(BroadcastsServiceDefinition, { url: `127.0.0.1:${grpcPort}`, signer: testSigner() });
  const conversations = grpcClient(ConversationsServiceDefinition, {
    url: `127.0.0.1:${grpcPort}`,
    signer: testSigner(),
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return {
    broadcasts,
    conversations,
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    close: async () => {
      broadcasts.close();
      conversations.close();
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    },
  };
}

/** Without jest's own NODE_OPTIONS. */
function plainEnv() {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return env;
}
