import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackingError } from '../backing/backing-error.js';

/**
 * Takes a data folder for this process; a folder whose holder has died is free again.
 * @param {string} folder
 * @returns {Promise<() => Promise<void>>} gives it back
 */
export async function lockFolder(folder) {
  const path = join(folder, 'launcher.pid');
  const mine = `${process.pid} ${birthOf(process.pid)}`;
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      await writeFile(path, mine, { flag: 'wx', mode: 0o600 });
      return () => rm(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const [pid, birth] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
    if (pid && birthOf(Number(pid)) === birth) {
      throw new BackingError(
        'locked',
        `Polylogue already runs with the data folder ${folder} (process ${pid}). ` +
          'Stop that one, or start this one with another folder: DATA_DIR=.data2 PORT=8081 npm start',
      );
    }
    await rm(path, { force: true });
  }
  throw new BackingError('locked', `The lock ${path} could not be taken: remove it if nothing else runs.`);
}

// A process number is given out again; together with the moment of its start it is not.
function birthOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return undefined;
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return 'alive';
  }
}
