import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackingError } from './backing-error.js';

const nobody = 65_534;
const isRoot = () => process.getuid?.() === 0;

// Survives a reboot, unlike /tmp, and every user may pass through it.
const sharedFolder = '/var/tmp';

/**
 * PostgreSQL refuses to run as root. Root runs it as the owner of the data folder, or as nobody.
 * @param {string} dataFolder may not exist yet
 * @returns {Promise<{ uid?: number, gid?: number }>}
 */
export async function serverUser(dataFolder) {
  if (!isRoot()) return {};
  const owner = await stat(dataFolder).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: nobody, gid: nobody };
}

/**
 * Where PostgreSQL keeps its files: below `folder`, or, when root's other users cannot get there, in a folder they
 * can, which `folder` remembers.
 * @param {string} folder
 * @param {(line: string) => void} report
 */
export async function dataFolderFor(folder, report) {
  const usual = join(folder, 'postgres');
  const note = join(folder, 'postgres.place');
  const remembered = await readFile(note, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (remembered) return remembered;
  if (!isRoot() || (await isOpenToAll(folder))) return usual;
  // A fresh name: no other process can have prepared it, and a new data folder never meets the files of an old one.
  const opened = await mkdtemp(join(sharedFolder, 'polylogue-'));
  await chmod(opened, 0o711);
  const dataFolder = join(opened, 'postgres');
  await writeFile(note, `${dataFolder}\n`);
  report(`PostgreSQL cannot run as root, and no other user can reach ${folder}: its files are kept in ${dataFolder}`);
  return dataFolder;
}

/**
 * Makes programs runnable for the server's user: copies them out of a folder only root can enter.
 * @param {{ folder: string, version: string }} binaries `folder` is a bin folder with lib and share beside it
 */
export async function reachableBinaries(binaries) {
  if (!isRoot() || (await isOpenToAll(binaries.folder))) return binaries.folder;
  const copies = join(sharedFolder, 'polylogue-programs');
  await mkdir(copies, { recursive: true, mode: 0o755 });
  if ((await stat(copies)).uid !== 0) throw new BackingError('failed', `${copies} must belong to root: remove it.`);
  const copy = join(copies, `postgres-${binaries.version}`);
  if (await stat(copy).catch(() => undefined)) return join(copy, 'bin');
  const draft = `${copy}.${process.pid}`;
  await cp(dirname(binaries.folder), draft, { recursive: true, verbatimSymlinks: true });
  // Another start may have been faster; its copy is as good.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return join(copy, 'bin');
}

/** @param {string} path @param {{ uid?: number, gid?: number }} user */
export async function giveTo(path, user) {
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
}

/** @param {string} path */
async function isOpenToAll(path) {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found && (found.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
