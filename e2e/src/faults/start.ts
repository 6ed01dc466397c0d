import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findFreePort } from '@polylogue/build-kit/backing';
import { findLocalBundle } from '@polylogue/build-kit/bundle';
import { startStack } from '@polylogue/build-kit/run';
import { signUp } from '../account.js';
import { catalogFor, environment, type Cell } from './cells.js';
import type { Ground } from './play.js';
import { startFaultyProvider } from './provider.js';

const root = resolve(import.meta.dirname, '../../..');

/** The product as `npm start` runs it, with a folder, a port and a catalog of its own. */
export async function startGround(cells: readonly Cell[], report: (line: string) => void) {
  const provider = await startFaultyProvider();
  const dataDir = join(root, '.data', `faults-${process.pid}`);
  const servicesFile = join(dataDir, 'services.json');
  const forget = async () => {
    await provider.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await writeFile(servicesFile, JSON.stringify(catalogFor(cells, provider)));
    const own = { ...environment, AI_SERVICES_FILE: servicesFile, DRAIN_SECONDS: '1', LOG_LEVEL: 'warn' };
    const [port, bundle] = [await findFreePort(), await findLocalBundle()];
    const env = { ...process.env, ...own };
    const stack = await startStack({ dataDir, port, bundle, durable: false, env, report });
    const stop = async () => {
      await stack.stop();
      await forget();
    };
    const ground: Ground = { url: stack.url, administrator: await signUp(stack.url), provider };
    return { ground, stop };
  } catch (error) {
    await forget();
    throw error;
  }
}
