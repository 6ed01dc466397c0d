import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackingError } from '../backing/backing-error.js';
import { waitUntil } from '../backing/wait-until.js';

/** @typedef {{ pid: number, birth?: string }} Holder a process, and the moment of its start */

/**
 * Takes a data folder for this process. A folder whose launcher has died is free again as soon as that one's guard
 * has ended what it left behind.
 * @param {string} folder
 * @param {number} [guardPid] ends what this process leaves behind
 * @returns {Promise<() => Promise<void>>} gives it back
 */
export async function lockFolder(folder, guardPid) {
  const path = join(folder, 'launcher.json');
  const mine = JSON.stringify({ launcher: identify(process.pid), guard: guardPid && identify(guardPid) });
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      await writeFile(path, mine, { flag: 'wx', mode: 0o600 });
      return () => rm(path, { force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const { launcher, guard } = await readHolder(path);
    if (isSame(launcher)) {
      throw new BackingError(
        'locked',
        `Polylogue already runs with the data folder ${folder} (process ${launcher?.pid}). ` +
          'Stop that one, or start this one with another folder: DATA_DIR=.data2 PORT=8081 npm start',
      );
    }
    await waitUntil(() => !isSame(guard), { timeoutMs: 30_000, everyMs: 50 });
    await rm(path, { force: true });
  }
  throw new BackingError('locked', `The lock ${path} could not be taken: remove it if nothing else runs.`);
}

/** @param {string} path @returns {Promise<{ launcher?: Holder, guard?: Holder }>} */
async function readHolder(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * A process number is given out again; together with the moment of its start it is not.
 * @param {number} pid
 * @returns {Holder}
 */
const identify = (pid) => ({ pid, birth: birthOf(pid) });
/** @param {Holder | undefined} holder */
const isSame = (holder) => Boolean(holder?.pid && birthOf(holder.pid) === holder.birth);

/** @param {number} pid */
function birthOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return 'gone';
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...rest] = fields.slice(fields.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? 'gone' : rest[18];
  } catch {
    return 'alive';
  }
}
