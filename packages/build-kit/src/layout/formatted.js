import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { root } from '../slices.js';

/**
 * A text as `npm run format` leaves it.
 * @param {string} path says which language it is
 * @param {string} text
 */
export async function formatted(path, text) {
  const {
    $schema: _schema,
    ignorePatterns: _ignored,
    ...options
  } = JSON.parse(await readFile(join(root, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(path, text, options);
  if (errors[0]) throw new Error(`${path} cannot be formatted: ${errors[0].message}`);
  return code;
}
