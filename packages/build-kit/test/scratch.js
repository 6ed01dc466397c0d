import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {string[]} */
const made = [];

/** A new folder every user may pass through, as PostgreSQL started by root needs. */
export async function scratchFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-test-'));
  await chmod(folder, 0o711);
  made.push(folder);
  return folder;
}

/** Removes what {@link scratchFolder} made. */
export async function removeScratch() {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

/**
 * Whether a process is there and not merely waiting to be buried.
 * @param {number | undefined} pid
 */
export async function isAlive(pid) {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(stat);
}
