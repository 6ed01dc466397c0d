import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeWorkspaces } from '../build-node.js';
import { root } from '../slices.js';

/** A folder for each checkout: several may share what is installed. */
const checkout = createHash('sha256').update(root).digest('hex').slice(0, 8);
export const bundleFolder = join(root, 'node_modules/.cache/polylogue/servers', checkout);

/**
 * All servers of this checkout as one file, which a process loads in half the time of 3,000.
 * @returns {Promise<string | undefined>} undefined when none was made since something changed
 */
export async function findLocalBundle() {
  const path = await localBundlePath();
  return existsSync(path) ? path : undefined;
}

/** What is bundled stands in the name: every source with its time and size, the packages, and how it is made. */
export async function localBundlePath() {
  const stamps = (await nodeWorkspaces()).map((workspace) => join(root, workspace, 'dist/.stamp.json'));
  const makers = ['make-local-bundle.js', 'server-config.js', 'programs.js', 'young-functions.js'];
  const files = [...stamps, join(root, 'package-lock.json'), ...makers.map((name) => join(import.meta.dirname, name))];
  const hash = createHash('sha256').update(process.version);
  for (const path of files) hash.update(`\0${path}\0`).update(await readFile(path).catch(() => ''));
  return join(bundleFolder, `${hash.digest('hex').slice(0, 16)}.cjs`);
}
