import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../slices.js';

const leftOut = new Set(['node_modules', '.git', '.data', '.mf', '.types', 'dist']);
// A cache that were lent would be written to from the copy.
const notLent = new Set(['@polylogue', '.cache']);

/**
 * The whole checkout as it lies on the disk, in another folder: what is changed there changes nothing here. Packages of
 * others are lent; ours lead to the copy.
 * @param {string} folder an empty one
 */
export async function copyCheckout(folder) {
  for (const name of await readdir(root)) {
    if (leftOut.has(name)) continue;
    await cp(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !leftOut.has(basename(path)) || path === join(root, name),
    });
  }
  await mkdir(join(folder, 'node_modules/@polylogue'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (notLent.has(name)) continue;
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const workspace of await workspaces(folder)) {
    await symlink(join(folder, workspace), join(folder, 'node_modules/@polylogue', basename(workspace)));
    // What npm put beside one workspace, because others want another version.
    const own = join(root, workspace, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, workspace, 'node_modules'));
  }
}

/** @param {string} folder */
async function workspaces(folder) {
  const top = (await readdir(folder)).filter((name) => existsSync(join(folder, name, 'package.json')));
  const inside = await Promise.all(
    ['packages', 'services'].map(async (name) => (await readdir(join(folder, name))).map((each) => join(name, each))),
  );
  return [...top, ...inside.flat()];
}
