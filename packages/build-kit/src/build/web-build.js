import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hashOf } from './hash-of.js';
import { root, webSlices } from '../slices.js';

const stamps = join(root, 'node_modules/.cache/polylogue/web');
const worker = join(root, 'packages/build-kit/src/webpack/build-worker.js');

// What every slice is built from, beside its own folder.
const sharedInputs = [
  'packages/web-kit/src',
  'packages/web-kit/package.json',
  'packages/markdown/src',
  'packages/markdown/package.json',
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
  const leftOut = /\.test\.tsx?$/;
  const shared = await hashOf(sharedInputs, { leftOut });
  const stale = [];
  for (const slice of slices) {
    const hash = await hashOf(
      [`${slice}/src`, `${slice}/public`, `${slice}/package.json`, `${slice}/webpack.config.js`],
      { seed: shared, leftOut },
    );
    const built = await readFile(join(stamps, slice), 'utf8').catch(() => '');
    const output = await readdir(join(root, slice, 'dist')).catch(() => []);
    if (built !== hash || output.length === 0) stale.push({ slice, hash });
  }
  if (stale.length === 0) return 0;
  report(`building ${stale.map(({ slice }) => slice).join(', ')}; only what changed is built again next time`);
  await mkdir(stamps, { recursive: true });
  // The shell takes longest: it carries what is shared.
  const queue = stale.toSorted((a, b) => Number(b.slice === 'shell') - Number(a.slice === 'shell'));
  const giveUp = new AbortController();
  const ends = AbortSignal.any([giveUp.signal, ...(signal ? [signal] : [])]);
  const lane = async () => {
    const builder = startBuilder(ends);
    for (let next = queue.shift(); next; next = queue.shift()) {
      await rm(join(stamps, next.slice), { force: true });
      const seconds = await builder.build(next.slice);
      await writeFile(join(stamps, next.slice), next.hash);
      report(`${next.slice} built`.padEnd(52) + ` ${seconds} s`);
    }
    builder.end();
  };
  // The first that fails ends the others: what it says must not be buried.
  const lanes = Array.from({ length: Math.min(2, stale.length, availableParallelism()) }, () => lane());
  await Promise.all(lanes).finally(() => giveUp.abort());
  return stale.length;
}

/**
 * A process that builds one slice after the other.
 * @param {AbortSignal} signal
 */
function startBuilder(signal) {
  const child = fork(worker, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => reject(new Error(`the build ended with ${code ?? by}.\n${output.trim()}`)));
  });
  // Not awaited when everything is built.
  ended.catch(() => undefined);

  /** @param {string} slice @returns {Promise<string>} how many seconds it took */
  const build = async (slice) => {
    const begun = performance.now();
    const answer = once(child, 'message');
    child.send(slice);
    const [{ error }] = await Promise.race([answer, ended]).catch((cause) => [{ error: cause.message }]);
    if (error) throw new Error(`${slice} could not be built.\n${error}`);
    return ((performance.now() - begun) / 1000).toFixed(1);
  };
  return { build, end: () => child.disconnect() };
}
