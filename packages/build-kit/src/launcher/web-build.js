import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
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
 * @param {{ slices?: string[], signal?: AbortSignal }} [wanted] all slices when left out
 */
export async function buildWebSlices(report, { slices = webSlices(), signal } = {}) {
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
  const giveUp = new AbortController();
  const ends = AbortSignal.any([giveUp.signal, ...(signal ? [signal] : [])]);
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await rm(join(stamps, next.slice), { force: true });
      const seconds = await buildOne(next.slice, ends);
      await writeFile(join(stamps, next.slice), next.hash);
      report(`${next.slice} built`.padEnd(52) + ` ${seconds} s`);
    }
  };
  // The first that fails ends the others: what it says must not be buried.
  const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, () => lane());
  await Promise.all(lanes).finally(() => giveUp.abort());
  return stale.length;
}

function buildOne(slice, signal) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [buildWeb, slice], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal });
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
