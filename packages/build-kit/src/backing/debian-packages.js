/** @import { ExecFileException } from 'node:child_process' */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from './find-binary.js';

const run = promisify(execFile);

/** @param {NodeJS.ProcessEnv} env @returns {string} outside the checkout, so that a fresh clone finds it again */
export function cacheFolder(env) {
  const base = env.XDG_CACHE_HOME || (homedir() ? join(homedir(), '.cache') : tmpdir());
  return join(base, 'polylogue');
}

/**
 * Unpacks a program of Debian or Ubuntu, with the libraries it needs, into the cache; no root, nothing installed.
 * @param {object} wanted
 * @param {string} wanted.name of the cached folder
 * @param {string[]} wanted.packages
 * @param {string} wanted.program path inside the packages
 * @param {NodeJS.ProcessEnv} wanted.env
 * @param {(line: string) => void} wanted.report
 * @returns {Promise<{ path: string, libraries: string } | undefined>} nothing where there is no apt or no network
 */
export async function unpackDebian({ name, packages, program, env, report }) {
  const base = join(cacheFolder(env), 'debian');
  const home = join(base, `${name}-${process.arch}`);
  if (!(await isThere(join(home, program)))) {
    if (!(await findOnPath(['apt-get'], env))) return undefined;
    report(`${name}  fetching it from the packages of this system into ${home}`);
    await mkdir(base, { recursive: true, mode: 0o700 });
    const draft = await mkdtemp(join(base, `${name}-draft-`));
    try {
      await fetchInto(draft, packages);
      // Another start may have been faster; its folder is as good.
      await rename(join(draft, 'root'), home).catch(() => undefined);
    } catch (error) {
      report(`${name}  could not be fetched: ${lastLine(error)}`);
      return undefined;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  if (!(await isThere(join(home, program)))) return undefined;
  return { path: join(home, program), libraries: await libraryFolders(home) };
}

/** @param {string} draft @param {string[]} packages */
async function fetchInto(draft, packages) {
  const archives = join(draft, 'archives');
  await mkdir(archives, { recursive: true });
  await mkdir(join(draft, 'cache', 'archives', 'partial'), { recursive: true });
  await mkdir(join(draft, 'state', 'lists', 'partial'), { recursive: true });
  // apt as root hands its downloads to a user that cannot enter this folder.
  const cache = ['-o', `Dir::Cache=${join(draft, 'cache')}`, '-o', 'APT::Sandbox::User='];
  const own = [...cache, '-o', `Dir::State=${join(draft, 'state')}`, '-o', 'Dir::State::status=/var/lib/dpkg/status'];
  try {
    await download(cache, packages, archives);
  } catch {
    // No package lists here, or outdated ones: fetch lists of our own.
    await run('apt-get', [...own, 'update'], { timeout: 180_000 });
    await download(own, packages, archives);
  }
  const files = await readdir(archives);
  for (const file of files) await run('dpkg', ['-x', join(archives, file), join(draft, 'root')]);
}

/** @param {string[]} apt its options @param {string[]} packages @param {string} archives */
async function download(apt, packages, archives) {
  const needed = new Set(packages);
  for (const one of packages) for (const library of await missingLibraries(apt, one)) needed.add(library);
  await run('apt-get', [...apt, 'download', ...needed], { cwd: archives, timeout: 180_000 });
}

/** @param {string[]} apt its options @param {string} name */
async function missingLibraries(apt, name) {
  const { stdout } = await run('apt-cache', [...apt, 'depends', '-i', name]);
  const named = [...stdout.matchAll(/Depends: ((?:lib|lua-)\S+)/g)].flatMap(([, library]) => library ?? []);
  const installed = await Promise.all(named.map(isInstalled));
  return named.filter((_, at) => !installed[at]);
}

/** @param {string} name */
async function isInstalled(name) {
  const said = await run('dpkg-query', ['-W', '-f', '${Status}', name]).catch(() => ({ stdout: '' }));
  return said.stdout.includes('install ok installed');
}

/** @param {string} home */
async function libraryFolders(home) {
  const parents = [join(home, 'usr/lib'), join(home, 'lib')];
  const nested = await Promise.all(
    parents.map(async (parent) => (await readdir(parent).catch(() => [])).map((name) => join(parent, name))),
  );
  return [
    ...parents,
    ...nested.flat().filter((path) => path.endsWith('-linux-gnu') || path.includes('-linux-gnu')),
  ].join(':');
}

/** @param {string} path */
const isThere = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** @param {unknown} error of a program */
const lastLine = (error) => {
  const { stderr, message } = /** @type {ExecFileException} */ (error);
  return String(stderr || message)
    .trim()
    .split('\n')
    .at(-1);
};
