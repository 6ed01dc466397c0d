// Finds or starts what spec and e2e tests need, once per run: TEST_*_URL in the environment win, then containers where
// an engine answers, then the launcher's own backing services. The run says which.
/** @import { Kept, TestBacking } from './containers.js' */
import { chmod, mkdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startContainers } from './containers.js';

/** @typedef {'postgres' | 'nats' | 'redis'} Service */

/** @type {Record<Service, string>} */
const names = { postgres: 'TEST_DATABASE_URL', nats: 'TEST_NATS_URL', redis: 'TEST_REDIS_URL' };

const services = /** @type {Service[]} */ (Object.keys(names));

export default async function globalSetup() {
  const folder = join(await fastestFolder(), `polylogue-tests-${process.pid}`);
  // Gone at the end of the run, with all that a test left there.
  process.env.TEST_FOLDER = folder;
  await mkdir(folder, { recursive: true });
  // Root's PostgreSQL runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  if (Object.values(names).every((name) => process.env[name])) return say('the services named in the environment');
  const backing = (await startContainers()) ?? (await startBacking(folder));
  for (const service of services) process.env[names[service]] ??= backing[service].url;
  /** @type {Kept} */ (globalThis).polylogueBacking = backing;
  say(backing.source);
}

/** @param {string} folder @returns {Promise<TestBacking>} */
async function startBacking(folder) {
  const { startBacking: start } = await import('@polylogue/build-kit/backing');
  const backing = await start({
    folder,
    durable: false,
    env: {
      ...process.env,
      DATABASE_URL: process.env.TEST_DATABASE_URL,
      NATS_URL: process.env.TEST_NATS_URL,
      REDIS_URL: process.env.TEST_REDIS_URL,
    },
  });
  const sources = services.map((name) => `${name} from ${backing[name].source}`);
  return { ...backing, source: sources.join(', ') };
}

/** In memory where there is room: hundreds of databases made and dropped would be half of what a disk has to do. */
async function fastestFolder() {
  const inMemory = '/dev/shm';
  const volume = await statfs(inMemory).catch(() => undefined);
  return volume && volume.bavail * volume.bsize > 2 ** 31 ? inMemory : tmpdir();
}

/** @param {string} source */
function say(source) {
  process.stderr.write(`the tests run against ${source}\n`);
}
