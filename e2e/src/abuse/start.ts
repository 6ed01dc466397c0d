import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CurrentUser } from '@polylogue/api-contract';
import { findFreePort } from '@polylogue/build-kit/backing';
import { findLocalBundle } from '@polylogue/build-kit/bundle';
import { startStack } from '@polylogue/build-kit/run';
import { signUp, type Account } from '../account.js';
import { Api } from '../api.js';
import type { Product } from '../product.js';
import type { Ground, GroundOptions } from './part.js';

const root = resolve(import.meta.dirname, '../../..');

/** Nothing but what is tried decides what becomes of a call. */
const environment = {
  AI_DISPATCH_ALLOWED_NETWORKS: '127.0.0.0/8',
  AI_DISPATCH_PROBE_SECONDS: '0',
  AI_DISPATCH_USER_CALLS_PER_MINUTE: '0',
  AI_DISPATCH_USER_STREAMS: '0',
  DEMO_SPEED: '0',
  DRAIN_SECONDS: '1',
  SCHEDULER_TICK_SECONDS: '0.5',
  SIGN_IN_TRIES_PER_ADDRESS: '1000000',
};

// An operator's own keys would make abuse cost money, and their own stores would be what is abused.
const isOperators = (name: string) => /_API_KEY$|^AI_SERVICES_FILE$|^OLLAMA_|^(DATABASE|NATS|REDIS)_URL$/.test(name);

let started = 0;

/** The product as `npm start` runs it, with stores, a folder and a port of its own. */
export async function startGround(
  { env = {}, aiServices }: GroundOptions,
  report: (line: string) => void,
): Promise<Ground & { stop(): Promise<void> }> {
  const folder = join(root, '.data', `abuse-${process.pid}-${++started}`);
  const forget = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const catalogFile = join(folder, 'services.json');
    if (aiServices) await writeFile(catalogFile, JSON.stringify(aiServices));
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOperators(name)));
    const catalog = aiServices ? { AI_SERVICES_FILE: catalogFile } : {};
    const stack = await startStack({
      dataDir: folder,
      port: await findFreePort(),
      bundle: await findLocalBundle(),
      durable: false,
      env: { ...inherited, ...environment, ...catalog, ...env },
      report,
    });
    const stop = async () => {
      await stack.stop({ force: true });
      await forget();
    };
    const { url, processes, backing, environment: given } = stack;
    const databaseUrl = new URL('/polylogue', backing.postgres.url).href;
    return {
      ...groundOf({ url, processes, backing, environment: given, databaseUrl, folder }, await signUp(url)),
      stop,
    };
  } catch (error) {
    await forget();
    throw error;
  }
}

/** What a part needs of a product whose administrator this is. */
export function groundOf(product: Omit<Product, 'stop'>, administrator: Account): Ground {
  const { url, databaseUrl } = product;
  return {
    url,
    product,
    databaseUrl,
    administrator,
    signUp: (firstName) => signUp(url, firstName),
    apiOf: (account) => new Api(url, account),
    approve: async (account) => {
      const { id } = (await (await new Api(url, account).fetch('GET', '/api/auth/user')).json()) as CurrentUser;
      const answer = await new Api(url, administrator).fetch('POST', `/api/admin/users/${id}/approve`);
      if (!answer.ok) throw new Error(`Approving answered ${answer.status}: ${await answer.text()}`);
      return id;
    },
  };
}
