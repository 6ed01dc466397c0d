import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../slices.js';

const made = new Set(['node_modules', 'dist', '.types', '.data', '.mf']);

/**
 * A checkout of one slice and what it may use, nothing else of ours: what its team needs to build and ship it.
 * @param {string} folder an empty one
 * @param {string} slice e.g. `mfe-history`, `services/quality`
 * @param {{ version?: string }} [as] another version of the slice, as if the rest were older or newer
 */
export async function cleanCopy(folder, slice, { version } = {}) {
  const isServer = slice === 'gateway' || slice.startsWith('services/');
  for (const each of ['packages', slice, ...(isServer ? ['proto'] : [])]) await copySources(folder, each);
  for (const file of ['package.json', 'tsconfig.base.json']) await cp(join(root, file), join(folder, file));
  if (version) await changeVersion(join(folder, slice, 'package.json'), version);
  await lendPackages(folder, slice);
}

/** @param {string} folder @param {string} name */
async function copySources(folder, name) {
  await cp(join(root, name), join(folder, name), {
    recursive: true,
    filter: (path) => path === join(root, name) || !made.has(basename(path)),
  });
}

/** @param {string} path of a package.json @param {string} version */
async function changeVersion(path, version) {
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const { peerDependencies = {} } = manifest;
  for (const name of Object.keys(peerDependencies)) {
    if (name.startsWith('@polylogue/')) peerDependencies[name] = version;
  }
  await writeFile(path, JSON.stringify({ ...manifest, version, peerDependencies }, null, 2));
}

/**
 * The installed packages of others, and ours as they lie in the copy: a slice that is not there cannot be imported.
 * @param {string} folder
 * @param {string} slice
 */
async function lendPackages(folder, slice) {
  const lent = join(folder, 'node_modules');
  await mkdir(join(lent, '@polylogue'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    // A cache that were lent would be written to from the copy.
    if (name !== '@polylogue' && name !== '.cache') await symlink(join(root, 'node_modules', name), join(lent, name));
  }
  const packages = (await readdir(join(folder, 'packages'))).map((name) => join('packages', name));
  const ours = [...packages, 'proto'].filter((workspace) => existsSync(join(folder, workspace)));
  for (const workspace of ours) await symlink(join(folder, workspace), join(lent, '@polylogue', basename(workspace)));
  for (const workspace of [...ours, slice]) {
    // What npm put beside one workspace, because others want another version.
    const own = join(root, workspace, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, workspace, 'node_modules'));
  }
}
