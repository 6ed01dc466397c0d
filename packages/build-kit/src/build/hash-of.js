import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../slices.js';

/**
 * @param {string[]} paths files and folders, relative to the checkout; one that is missing counts as empty
 * @param {{ seed?: string, leftOut?: RegExp }} [how] `leftOut`: names inside the folders that are not looked at
 * @returns {Promise<string>} a hash of names and contents
 */
export async function hashOf(paths, { seed = '', leftOut = /^$/ } = {}) {
  const hash = createHash('sha256').update(seed);
  for (const path of paths) await addTo(hash, path, leftOut);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path @param {RegExp} leftOut @returns {Promise<void>} */
async function addTo(hash, path, leftOut) {
  const entries = await readdir(join(root, path)).catch(() => undefined);
  if (!entries) {
    hash.update(`\0${path}\0`).update(await readFile(join(root, path)).catch(() => ''));
    return;
  }
  for (const name of entries.sort()) if (!leftOut.test(name)) await addTo(hash, join(path, name), leftOut);
}
