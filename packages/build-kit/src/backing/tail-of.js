import { readFile } from 'node:fs/promises';

/**
 * @param {string} path a log file
 * @param {number} [lines]
 * @returns {Promise<string>} its last lines, indented, for a sentence that explains a failure
 */
export async function tailOf(path, lines = 8) {
  const text = await readFile(path, 'utf8').catch(() => '');
  const last = text.trimEnd().split('\n').slice(-lines).join('\n    ');
  return last ? `\n    ${last}\n  (all of it: ${path})` : '';
}
