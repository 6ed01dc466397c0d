import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root, webSlices } from './slices.js';

const stamps = join(root, 'node_modules/.cache/polylogue/web');
const buildWeb = join(root, 'packages/build-kit/src/webpack/build-web.js');

// What every slice is built from, beside its own folder.
const sharedInputs = [
  'packages/web-kit/src',
  'packages/web-kit/package.json',
  'packages/api-contract/src',
  'packages/build-kit/src/webpack',
  'package-lock.json',
];

/**
 * Builds the web slices whose sources changed since they were built last.
 * @param {(line: string) => void} report
 * @param {string[]} [slices] all when left out
 */
export async function buildWebSlices(report, slices = webSlices()) {
  const shared = await hashOf(sharedInputs);
  const stale = [];
  for (const slice of slices) {
    const hash = await hashOf(
      [`${slice}/src`, `${slice}/public`, `${slice}/package.json`, `${slice}/webpack.config.js`],
      shared,
    );
    const built = await readFile(join(stamps, slice), 'utf8').catch(() => '');
    const output = await readdir(join(root, slice, 'dist')).catch(() => []);
    if (built !== hash || output.length === 0) stale.push({ slice, hash });
  }
  if (stale.length === 0) return 0;
  report(`building ${stale.map(({ slice }) => slice).join(', ')}; only what changed is built again next time`);
  await mkdir(stamps, { recursive: true });
  const queue = [...stale];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const seconds = await buildOne(next.slice);
      await writeFile(join(stamps, next.slice), next.hash);
      report(`${next.slice} built`.padEnd(52) + ` ${seconds} s`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  return stale.length;
}

function buildOne(slice) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [buildWeb, slice], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve(((performance.now() - begun) / 1000).toFixed(1));
      else reject(new Error(`${slice} could not be built.\n${said.trim()}`));
    });
  });
}

async function hashOf(paths, seed = '') {
  const hash = createHash('sha256').update(seed);
  for (const path of paths) await addTo(hash, join(root, path));
  return hash.digest('hex');
}

async function addTo(hash, path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) {
    hash.update(path).update(await readFile(path).catch(() => ''));
    return;
  }
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of sorted) if (!/\.test\.tsx?$/.test(entry.name)) await addTo(hash, join(path, entry.name));
}
