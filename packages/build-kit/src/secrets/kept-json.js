import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * @template Kept
 * @param {string} path
 * @returns {Promise<Kept>} what was kept there, an empty object the first time
 */
export async function readKept(path) {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text);
}

/**
 * Replaces the file in one step; only its owner may read it.
 * @param {string} path
 * @param {unknown} value
 */
export async function keep(path, value) {
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
