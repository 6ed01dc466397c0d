// Compiles what runs in Node, file by file with swc: `node packages/build-kit/src/build-node.js [workspace…]`.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '../../..');
const assetKinds = new Set(['.json', '.yaml', '.yml', '.html', '.sql', '.md', '.proto', '.css', '.wav', '.mp4']);

/** @type {import('@swc/core').Options} */
const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    // TypeORM and Nest read decorator metadata; defining class fields would overwrite what they inject.
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
  swcrc: false,
  configFile: false,
};

/** The workspaces that must be compiled before the servers run, in no particular order. */
export async function nodeWorkspaces() {
  const services = await readdir(join(root, 'services'), { withFileTypes: true }).catch(() => []);
  const named = services.filter((entry) => entry.isDirectory()).map((entry) => `services/${entry.name}`);
  return ['packages/api-contract', 'packages/markdown', 'proto', 'packages/service-kit', 'gateway', ...named];
}

/**
 * @typedef {object} WorkspacePlan
 * @property {string} source
 * @property {string} output
 * @property {Record<string, string>} sources by name: time and size of what was compiled
 * @property {string[]} changed
 * @property {Set<string>} present in the output
 */

/**
 * Brings `dist/` of each workspace up to date: compiles what changed, copies assets, removes what has no source.
 * @param {{ workspaces?: string[] }} [wanted] folders relative to the root; all servers when left out
 * A file that does not compile is named in `failures` and tried again next time; the others are built all the same.
 * @returns {Promise<{ compiled: number, removed: number, total: number, failures: string[] }>}
 */
export async function buildNode({ workspaces } = {}) {
  const folders = workspaces ?? (await nodeWorkspaces());
  const settings = createHash('sha256')
    .update(await readFile(import.meta.filename))
    .digest('hex');
  const plans = await Promise.all(folders.map((folder) => planWorkspace(resolve(root, folder), settings)));
  const work = plans.flatMap((plan) => plan.changed.map((file) => ({ plan, file })));
  const failures = await emitAll(work);
  const removed = await Promise.all(plans.map((plan) => finishWorkspace(plan, settings)));
  return {
    compiled: work.length - failures.length,
    removed: removed.reduce((sum, count) => sum + count, 0),
    total: plans.reduce((sum, plan) => sum + Object.keys(plan.sources).length, failures.length),
    failures,
  };
}

/**
 * @param {string} folder
 * @param {string} settings hash of what compiles
 * @returns {Promise<WorkspacePlan>}
 */
async function planWorkspace(folder, settings) {
  const source = join(folder, 'src');
  const output = join(folder, 'dist');
  const stamp = await readFile(join(output, '.stamp.json'), 'utf8').then(JSON.parse, () => ({}));
  /** @type {Record<string, string>} */
  const before = stamp.settings === settings ? stamp.sources : {};
  /** @type {Record<string, string>} */
  const sources = {};
  const names = await readdir(source, { recursive: true }).catch(() => []);
  const present = new Set(await readdir(output, { recursive: true }).catch(() => []));
  await Promise.all(
    names.filter(isWanted).map(async (name) => {
      const found = await stat(join(source, name)).catch(() => undefined);
      if (found?.isFile()) sources[name] = `${found.mtimeMs}:${found.size}`;
    }),
  );
  const changed = Object.keys(sources).filter(
    (name) => sources[name] !== before[name] || !present.has(outputName(name)),
  );
  return { source, output, sources, changed, present };
}

/** @param {string} name */
function isWanted(name) {
  if (/\.(test|spec)\.ts$|\.d\.ts$/.test(name)) return false;
  return extname(name) === '.ts' || assetKinds.has(extname(name));
}

/** @param {string} name */
const outputName = (name) => name.replace(/\.ts$/, '.js');

/**
 * @param {{ plan: WorkspacePlan, file: string }[]} work
 * @returns {Promise<string[]>} what does not compile, and why
 */
async function emitAll(work) {
  if (work.length === 0) return [];
  // Loaded only when something changed: the import alone costs more than a warm build.
  const { transform } = await import('@swc/core');
  const queue = [...work];
  /** @type {string[]} */
  const failures = [];
  const lane = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { plan, file } = next;
      await emit(plan, file, transform).catch((error) => {
        delete plan.sources[file];
        // What follows names swc's own source lines.
        const [reason] = error.message.split(/\n+Caused by/);
        failures.push(`${relative(root, join(plan.source, file))}: ${reason.trim()}`);
      });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() * 4 }, lane));
  return failures;
}

/**
 * @param {WorkspacePlan} plan
 * @param {string} name
 * @param {typeof import('@swc/core').transform} transform
 */
async function emit(plan, name, transform) {
  const from = join(plan.source, name);
  const to = join(plan.output, outputName(name));
  await mkdir(dirname(to), { recursive: true });
  if (extname(name) !== '.ts') return copyFile(from, to);
  const text = await readFile(from, 'utf8');
  const sourceFileName = relative(dirname(to), from);
  const { code, map } = await transform(text, { ...swcOptions, filename: from, sourceFileName });
  const mapName = `${to.slice(to.lastIndexOf('/') + 1)}.map`;
  await replaceFile(`${to}.map`, map ?? '{}');
  await replaceFile(to, `${code}//# sourceMappingURL=${mapName}\n`);
}

/**
 * A server that starts in the middle of a build reads a whole file, old or new.
 * @param {string} path
 * @param {string} text
 */
async function replaceFile(path, text) {
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, text);
  await rename(draft, path);
}

/** @param {WorkspacePlan} plan @param {string} settings */
async function finishWorkspace(plan, settings) {
  const expected = new Set(['.stamp.json']);
  for (const name of Object.keys(plan.sources)) {
    expected.add(outputName(name));
    if (extname(name) === '.ts') expected.add(`${outputName(name)}.map`);
  }
  const stale = [...plan.present].filter(
    (name) => (/\.js(\.map)?$/.test(name) || assetKinds.has(extname(name))) && !expected.has(name),
  );
  await Promise.all(stale.map((name) => rm(join(plan.output, name), { force: true })));
  if (plan.changed.length + stale.length > 0) {
    await mkdir(plan.output, { recursive: true });
    await replaceFile(join(plan.output, '.stamp.json'), JSON.stringify({ settings, sources: plan.sources }));
  }
  return stale.length;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const named = process.argv.slice(2);
  const { compiled, removed, total, failures } = await buildNode(named.length > 0 ? { workspaces: named } : {});
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  console.log(`node build: ${compiled} of ${total} files compiled, ${removed} removed  ${seconds} s`);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}
