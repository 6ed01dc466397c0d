// Finds or starts what spec tests need, once per run: TEST_*_URL in the environment win, then containers where an
// engine answers, then the launcher's own backing services. The run says which.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startContainers } from './containers.js';

const names = { postgres: 'TEST_DATABASE_URL', nats: 'TEST_NATS_URL', redis: 'TEST_REDIS_URL' };

export default async function globalSetup() {
  if (Object.values(names).every((name) => process.env[name])) return say('the services named in the environment');
  const backing = (await startContainers()) ?? (await startBacking());
  for (const [service, name] of Object.entries(names)) process.env[name] ??= backing[service].url;
  globalThis.polylogueBacking = backing;
  say(backing.source);
}

async function startBacking() {
  const { startBacking: start } = await import('@polylogue/build-kit/backing');
  const backing = await start({
    folder: join(tmpdir(), `polylogue-tests-${process.pid}`),
    durable: false,
    env: {
      ...process.env,
      DATABASE_URL: process.env.TEST_DATABASE_URL,
      NATS_URL: process.env.TEST_NATS_URL,
      REDIS_URL: process.env.TEST_REDIS_URL,
    },
  });
  const sources = ['postgres', 'nats', 'redis'].map((name) => `${name} from ${backing[name].source}`);
  return { ...backing, source: sources.join(', ') };
}

function say(source) {
  process.stderr.write(`spec tests run against ${source}\n`);
}
