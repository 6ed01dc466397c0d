import { createHash } from 'node:crypto';
import { chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const nobody = 65_534;
const isRoot = () => process.getuid?.() === 0;

// Survives a reboot, unlike /tmp, and every user may pass through it.
const openPlace = '/var/tmp';

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
 * Where PostgreSQL keeps its files: below `folder`, or, when root's other users cannot get there, in a place they
 * can, which `folder` remembers.
 * @param {string} folder
 * @param {(line: string) => void} report
 */
export async function placeFor(folder, report) {
  const wanted = join(folder, 'postgres');
  const note = join(folder, 'postgres.place');
  const remembered = await readFile(note, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (remembered) return remembered;
  if (!isRoot() || (await isOpenToAll(folder))) return wanted;
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const place = join(openPlace, `polylogue-${key}`, 'postgres');
  await mkdir(dirname(place), { recursive: true, mode: 0o755 });
  await writeFile(note, `${place}\n`);
  report(`PostgreSQL cannot run as root, and no other user can reach ${folder}: its files are kept in ${place}`);
  return place;
}

/**
 * Makes programs runnable for the server's user: copies them out of a folder only root can enter.
 * @param {{ folder: string, version: string }} binaries `folder` is a bin folder with lib and share beside it
 */
export async function reachableBinaries(binaries) {
  if (!isRoot() || (await isOpenToAll(binaries.folder))) return binaries.folder;
  const copy = join(openPlace, 'polylogue-programs', `postgres-${binaries.version}`);
  const found = await stat(join(copy, 'bin')).catch(() => undefined);
  if (found) return join(copy, 'bin');
  const draft = `${copy}.${process.pid}`;
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  await cp(dirname(binaries.folder), draft, { recursive: true, verbatimSymlinks: true });
  // Another start may have been faster; its copy is as good.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return join(copy, 'bin');
}

/** @param {string} path @param {{ uid?: number, gid?: number }} user */
export async function giveTo(path, user) {
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
}

async function isOpenToAll(path) {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found && (found.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
