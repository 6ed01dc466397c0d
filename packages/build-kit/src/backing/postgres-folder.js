/** @import { ExecFileException, ExecFileOptions } from 'node:child_process' */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BackingError } from './backing-error.js';
import { giveTo } from './server-user.js';

const run = promisify(execFile);

/** @param {string} dataFolder @returns {Promise<number | undefined>} the major version that made the data folder */
export async function majorOf(dataFolder) {
  try {
    return Number.parseInt(await readFile(join(dataFolder, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EACCES') return undefined;
    throw new BackingError('failed', `The data folder ${dataFolder} belongs to another user: start as that user.`);
  }
}

/**
 * Makes a data folder in one step: a start cut off in the middle leaves nothing that looks finished.
 * @param {object} wanted
 * @param {string} wanted.dataFolder
 * @param {string} wanted.bin
 * @param {number} wanted.major
 * @param {{ uid?: number, gid?: number }} wanted.user
 * @param {boolean} wanted.durable
 * @param {string} wanted.password of the superuser `postgres`
 */
export async function makeDataFolder({ dataFolder, bin, major, user, durable, password }) {
  const draft = `${dataFolder}.new`;
  if (await stat(dataFolder).catch(() => undefined)) {
    throw new BackingError(
      'failed',
      `${dataFolder} exists but is no PostgreSQL data folder: move it away and start again.`,
    );
  }
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await giveTo(draft, user);
  const secretFolder = await mkdtemp(join(tmpdir(), 'polylogue-'));
  const passwordFile = join(secretFolder, 'password');
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    await Promise.all([giveTo(passwordFile, user), giveTo(secretFolder, user)]);
    // Tests make thousands of connections, and SCRAM takes both sides milliseconds for each.
    const proof = durable ? 'scram-sha-256' : 'md5';
    const args = ['-D', draft, '-U', 'postgres', `--pwfile=${passwordFile}`, '-A', proof, '-E', 'UTF8'];
    if (!durable) args.push('--no-sync');
    await initialise(join(bin, 'initdb'), args, major, { ...user, cwd: draft, env: serverEnvironment() });
  } finally {
    await rm(secretFolder, { recursive: true, force: true });
  }
  await chmod(draft, 0o700);
  await rename(draft, dataFolder);
}

/**
 * Case folding beyond ASCII needs a UTF-8 locale; which one a machine has depends on version and system.
 * @param {string} initdb
 * @param {string[]} args
 * @param {number} major
 * @param {ExecFileOptions} options
 */
async function initialise(initdb, args, major, options) {
  const locales = [['--locale=C.UTF-8'], ['--locale=C']];
  if (major >= 17) locales.unshift(['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']);
  /** @type {ExecFileException | undefined} */
  let failure;
  for (const locale of locales) {
    try {
      return await run(initdb, [...args, ...locale], options);
    } catch (error) {
      failure = /** @type {ExecFileException} */ (error);
    }
  }
  throw new BackingError('failed', `initdb failed: ${failure?.stderr || failure?.message}`);
}

/** Nothing of the caller's PG* variables may reach a server that is ours. */
export function serverEnvironment() {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** @param {string} folder @returns {Promise<string>} the superuser's password, made on first use, kept in `folder` */
export async function superuserPassword(folder) {
  const path = join(folder, 'postgres-password');
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (kept.trim()) return kept.trim();
  const made = randomBytes(24).toString('base64url');
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
