import { envPrefix, slicesWithDatabase } from '@polylogue/service-kit';
import { backingUrls } from './backing-urls.js';
import { freePort } from './free-port.js';
import type { FreshDatabase } from './fresh-database.js';
import { testKeys } from './test-keys.js';

/** No service listens here: the address of every upstream that a test does not name. */
const unreachable = '127.0.0.1:9';

/** The environment of a slice on ports of its own, for a test. */
export async function sliceEnvironment(
  name: string,
  database: FreshDatabase,
  eventsPrefix: string,
): Promise<Record<string, string>> {
  const prefix = envPrefix(name);
  const { nats, redis } = backingUrls();
  const keys = testKeys();
  return {
    ...Object.fromEntries(slicesWithDatabase.map((slice) => [`${envPrefix(slice)}_GRPC_URL`, unreachable])),
    [`${prefix}_DATABASE_URL`]: database.appUrl,
    [`${prefix}_WORKER_DATABASE_URL`]: database.workerUrl,
    [`${prefix}_OWNER_DATABASE_URL`]: database.ownerUrl,
    [`${prefix}_GRPC_URL`]: `127.0.0.1:${await freePort()}`,
    [`${prefix}_HEALTH_PORT`]: String(await freePort()),
    [`${prefix}_SIGNING_KEY`]: keys.signingKeys[name] ?? '',
    CALLER_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
    NATS_URL: nats,
    REDIS_URL: redis,
    EVENTS_PREFIX: eventsPrefix,
    LOG_LEVEL: 'silent',
    DRAIN_SECONDS: '1',
  };
}
