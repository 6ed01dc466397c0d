/**
 * @import { Spelling } from './names.js'
 * @import { Tree } from './tree/tree.js'
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spell } from './names.js';

const folder = resolve(import.meta.dirname, '../../templates');

/** @typedef {Record<string, Spelling | string>} Replacements of the sample names in a template */

/**
 * Makes the files of a template. They lie there as they will in the checkout, under the names of a sample:
 * `sample-items` in every spelling (`SampleItems`, `sample_items`…) becomes the name that is wanted.
 * @param {Tree} tree
 * @param {string} name folder of the template
 * @param {Replacements} replacements
 */
export function makeFrom(tree, name, replacements) {
  const rename = replacer(replacements);
  for (const entry of readdirSync(join(folder, name), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(join(folder, name).length + 1).replace(/\.template$/, '');
    tree.make(rename(path), rename(readFileSync(source, 'utf8')));
  }
}

/**
 * One file of a template, for where a further one of its kind is no file of its own.
 * @param {string} path
 * @param {Replacements} replacements
 */
export const fill = (path, replacements) =>
  replacer(replacements)(readFileSync(join(folder, `${path}.template`), 'utf8'));

/**
 * Returns a function that replaces names in every spelling.
 * @param {Replacements} replacements
 * @param {{ isWhole?: boolean }} [options] `isWhole`: only where no letter stands beside it, as `admin` in `ADMIN_URL`
 * @returns {(text: string) => string}
 */
export function replacer(replacements, { isWhole = false } = {}) {
  /** @type {Map<string, string>} */
  const replacementOf = new Map();
  for (const [from, to] of Object.entries(replacements)) {
    const pairs =
      typeof to === 'string'
        ? [[from, to]]
        : Object.values(spell(from)).map((word, index) => [word, Object.values(to)[index]]);
    for (const [word = '', replacement = ''] of pairs)
      if (!replacementOf.has(word)) replacementOf.set(word, replacement);
  }
  // `sampleItems` before `sampleItem`, which it begins with.
  const names = [...replacementOf.keys()].sort((a, b) => b.length - a.length).join('|');
  const pattern = new RegExp(isWhole ? `(?<![A-Za-z])(?:${names})(?![A-Za-z])` : names, 'g');
  return (text) => text.replace(pattern, (word) => replacementOf.get(word) ?? word);
}
