import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findFreePort } from '@polylogue/build-kit/backing';
import { findLocalBundle } from '@polylogue/build-kit/bundle';
import { startStack } from '@polylogue/build-kit/run';

const root = resolve(import.meta.dirname, '../../..');

/** The product as `npm start` runs it, with PostgreSQL, NATS and Redis of its own. */
export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/** A folder beside the developer's own data. Whoever names it removes it. */
export async function emptyFolder(name: string): Promise<string> {
  const folder = join(root, '.data', `restore-drill-${process.pid}-${name}`);
  await rm(folder, { recursive: true, force: true });
  // PostgreSQL may run as another user, who must be able to pass through.
  await mkdir(folder, { recursive: true, mode: 0o711 });
  return folder;
}

export async function startInstallation(folder: string, report: (line: string) => void) {
  const own = {
    AI_DISPATCH_ALLOWED_NETWORKS: '127.0.0.1',
    DEMO_SPEED: '0',
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'warn',
    SCHEDULER_TICK_SECONDS: '0.5',
    // Named after the port otherwise, and users come back to the address they know, whatever port is free here.
    SESSION_COOKIE: 'polylogue.restore-drill',
  };
  const elsewhere = /^(DATABASE_URL|DATABASE_NAME|NATS_URL|REDIS_URL|EVENTS_PREFIX|AI_SERVICES_FILE)$|_API_KEY$/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !elsewhere.test(name)));
  const [port, bundle] = [await findFreePort(), await findLocalBundle()];
  const env = { ...inherited, ...own };
  const stack = await startStack({ dataDir: folder, port, bundle, durable: false, env, report });
  const databaseUrl = Object.assign(new URL(stack.backing.postgres.url), { pathname: '/polylogue' }).href;
  return {
    folder,
    url: stack.url,
    /** As PostgreSQL's administrator. */
    databaseUrl,
    stopServers: () => stack.processes['servers']?.stop(10_000),
    startServers: async () => {
      await stack.processes['servers']?.restart();
      await isReady(stack.url);
    },
    /** As a machine that is lost. */
    lose: () => stack.stop({ force: true }),
  };
}

async function isReady(url: string): Promise<void> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const answer = await fetch(`${url}/api/config`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The restored installation did not answer within a minute.');
}
