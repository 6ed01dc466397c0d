/**
 * @import { Spelling } from './names.js'
 * @import { Tree } from './tree/tree.js'
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spell } from './names.js';

const folder = resolve(import.meta.dirname, '../../templates');

/** @typedef {Record<string, Spelling | string>} Words what stands in the place of each word of a template */

/**
 * Makes the files of a template. They lie there as they will in the checkout, under the names of a sample:
 * `sample-items` in every spelling (`SampleItems`, `sample_items`…) becomes the name that is wanted.
 * @param {Tree} tree
 * @param {string} name folder of the template
 * @param {Words} words
 */
export function makeFrom(tree, name, words) {
  const rename = inWords(words);
  for (const entry of readdirSync(join(folder, name), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(join(folder, name).length + 1).replace(/\.template$/, '');
    tree.make(rename(path), rename(readFileSync(place, 'utf8')));
  }
}

/**
 * One file of a template, for where a further one of its kind is no file of its own.
 * @param {string} path
 * @param {Words} words
 */
export const fill = (path, words) => inWords(words)(readFileSync(join(folder, `${path}.template`), 'utf8'));

/**
 * Replaces words in every spelling.
 * @param {Words} words
 * @param {{ isWhole?: boolean }} [options] `isWhole`: only where no letter stands beside it, as `admin` in `ADMIN_URL`
 * @returns {(text: string) => string}
 */
export function inWords(words, { isWhole = false } = {}) {
  /** @type {Map<string, string>} */
  const places = new Map();
  for (const [from, to] of Object.entries(words)) {
    const pairs =
      typeof to === 'string'
        ? [[from, to]]
        : Object.values(spell(from)).map((word, index) => [word, Object.values(to)[index]]);
    for (const [word = '', replacement = ''] of pairs) if (!places.has(word)) places.set(word, replacement);
  }
  // `sampleItems` before `sampleItem`, which it begins with.
  const found = [...places.keys()].sort((a, b) => b.length - a.length).join('|');
  const pattern = new RegExp(isWhole ? `(?<![A-Za-z])(?:${found})(?![A-Za-z])` : found, 'g');
  return (text) => text.replace(pattern, (word) => places.get(word) ?? word);
}
