import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Debian keeps servers in sbin, Homebrew in a folder a service's PATH may lack.
const besidePath = ['/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<string | undefined>} the program's path when it is there and may be run
 */
export async function programIn(folder, name) {
  const path = join(folder, name);
  return access(path, constants.X_OK).then(
    () => path,
    () => undefined,
  );
}

/**
 * @param {string[]} names programs, best first
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>}
 */
export async function findOnPath(names, env) {
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...besidePath];
  for (const name of names) {
    for (const folder of folders) {
      const path = await programIn(folder, name);
      if (path) return path;
    }
  }
  return undefined;
}

/**
 * @param {string} path
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} the version a program says of itself, e.g. 15.18; empty when it does not run
 */
export async function versionOf(path, env = process.env) {
  const said = await run(path, ['--version'], { env, timeout: 10_000 }).catch(() => ({ stdout: '' }));
  return /(\d+\.\d+(\.\d+)?)/.exec(said.stdout)?.[1] ?? '';
}
