import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createGuard } from '../processes/guard.js';
import { externalNats, externalPostgres, externalRedis } from './external.js';
import { startNats } from './nats.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';

export { alsoPublished, consumersOf, natsUser, watched } from '../nats/rights.js';
export { BackingError } from './backing-error.js';
export { findNats } from './nats.js';
export { findFreePort, isPortFree } from './ports.js';
export { findPostgres } from './postgres-binaries.js';
export { makeDataFolder, serverEnvironment } from './postgres-folder.js';
export { postgresSettings } from './postgres-settings.js';
export { findRedis } from './redis.js';
export { reachableBinaries, serverUser } from './server-user.js';

/**
 * @typedef {object} BackingContext what each starter is given
 * @property {string} folder
 * @property {boolean} durable
 * @property {(line: string) => void} report
 * @property {number} [port]
 * @property {Set<number>} taken
 * @property {NodeJS.ProcessEnv} env
 * @property {import('../processes/guard.js').Guard} guard
 * @property {import('../nats/rights.js').NatsUser[]} [natsUsers]
 */

/**
 * @typedef {object} BackingService one backing service, running
 * @property {string} url
 * @property {number} [port]
 * @property {string} [version]
 * @property {string} source human-readable: `on PATH`, `from npm`, `DATABASE_URL`
 */

/** @typedef {BackingService & { server?: import('../processes/supervise.js').Supervised }} StartedService */

/**
 * @typedef {object} Backing
 * @property {BackingService} postgres `url` is an administrator's, database `postgres`
 * @property {BackingService} nats with JetStream
 * @property {BackingService} redis
 * @property {Record<string, import('../processes/supervise.js').Supervised>} processes what was started here
 * @property {(force?: boolean) => Promise<void>} stop ends what was started here, and nothing else
 */

/**
 * Starts PostgreSQL, NATS and Redis, or takes those the environment names. Each is found by its URL in the
 * environment, on PATH, or brought along; what cannot be had ends in a {@link BackingError} with one sentence.
 * What was started ends with this process, however that ends, and is started again when it ends by itself.
 * @param {object} wanted
 * @param {string} wanted.folder keeps data, logs and the superuser's password
 * @param {boolean} [wanted.durable] false: for tests, faster, loses data when the machine stops
 * @param {(line: string) => void} [wanted.report] takes readable lines of progress
 * @param {{ postgres?: number, nats?: number, redis?: number }} [wanted.ports] free ones are chosen when left out
 * @param {NodeJS.ProcessEnv} [wanted.env] DATABASE_URL, NATS_URL, REDIS_URL, PATH, XDG_CACHE_HOME
 * @param {import('../processes/guard.js').Guard} [wanted.guard]
 * @param {import('../nats/rights.js').NatsUser[]} [wanted.natsUsers] who may use the NATS that is started; any client when left out
 * @returns {Promise<Backing>}
 */
export async function startBacking({
  folder,
  durable = true,
  report = () => {},
  ports = {},
  env = process.env,
  guard,
  natsUsers,
}) {
  const home = resolve(folder);
  await prepareFolder(home);
  const ownGuard = guard ?? createGuard();
  /** @type {BackingContext} */
  const shared = { folder: home, durable, report, taken: new Set(), env, guard: ownGuard, natsUsers };
  const started = await Promise.allSettled([
    timed('postgres', report, () =>
      env.DATABASE_URL ? externalPostgres(env.DATABASE_URL) : startPostgres({ ...shared, port: ports.postgres }),
    ),
    timed('nats', report, () =>
      env.NATS_URL ? externalNats(env.NATS_URL) : startNats({ ...shared, port: ports.nats }),
    ),
    timed('redis', report, () =>
      env.REDIS_URL ? externalRedis(env.REDIS_URL) : startRedis({ ...shared, port: ports.redis }),
    ),
  ]);
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? (one.value.server ?? []) : []));
  const stop = async (force = false) => {
    await Promise.all(servers.map((server) => server.stop(force ? 1000 : 10_000)));
    if (!guard) ownGuard.close();
  };
  const [postgres, nats, redis] = started;
  if (postgres.status === 'rejected' || nats.status === 'rejected' || redis.status === 'rejected') {
    await stop();
    throw joined(started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
  }
  return {
    postgres: describe(postgres.value),
    nats: describe(nats.value),
    redis: describe(redis.value),
    processes: Object.fromEntries(servers.map((one) => [one.name, one])),
    stop,
  };
}

/** @param {string} home */
async function prepareFolder(home) {
  const isRoot = process.getuid?.() === 0;
  const made = await mkdir(home, { recursive: true });
  // Root's PostgreSQL runs as another user, who must be able to pass through; the files inside are closed to all.
  if (made) await chmod(home, isRoot ? 0o711 : 0o700);
  await mkdir(join(home, 'logs'), { recursive: true, mode: 0o700 });
}

/**
 * @param {string} name
 * @param {(line: string) => void} report
 * @param {() => Promise<StartedService>} start
 */
async function timed(name, report, start) {
  const begun = performance.now();
  const service = await start();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const label = `${name}${service.version ? ` ${service.version}` : ''} (${service.source}) ready`;
  report(`${label.padEnd(52)} ${seconds} s`);
  return service;
}

/** @param {Error[]} failures */
function joined(failures) {
  const [first, ...rest] = failures;
  if (first && rest.length > 0) first.message = [first.message, ...rest.map(({ message }) => message)].join('\n');
  return first;
}

/** @param {StartedService} service @returns {BackingService} */
function describe({ url, port, version, source }) {
  return { url, port, version, source };
}
