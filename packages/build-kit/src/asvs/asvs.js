import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTables } from './tables.js';

const root = join(import.meta.dirname, '../../../..');
const mark = '<!-- asvs: written by `npm run asvs` from asvs.json -->';

/** Where the page stands. */
export const pagePath = join(root, 'docs/asvs.md');

/** What docs/asvs.json says. @returns {import('./tables.js').Row[]} */
export const readRows = () => JSON.parse(readFileSync(join(root, 'docs/asvs.json'), 'utf8'));

/** What docs/asvs.md has to be: what stands before the mark is written by hand. @returns {string} */
export function makePage() {
  const [head] = readFileSync(pagePath, 'utf8').split(mark);
  return `${head}${mark}\n\n${toTables(readRows())}\n`;
}
