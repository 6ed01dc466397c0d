import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { Refusal } from '../refusal.js';
import { writeAll } from './write-all.js';

/** @typedef {[path: string, text: string]} MadeFile */

/** A checkout as it would be: what is changed stays in memory until all of it is known to fit. */
export class Tree {
  /** @type {Map<string, string | undefined>} texts by path; none for what is removed */
  #changes = new Map();

  /** @param {string} root of the checkout */
  constructor(root) {
    this.root = root;
  }

  /** @param {string} path */
  has(path) {
    if (this.#changes.has(path)) return this.#changes.get(path) !== undefined;
    return existsSync(join(this.root, path));
  }

  /** @param {string} path */
  read(path) {
    return this.#changes.get(path) ?? readFileSync(join(this.root, path), 'utf8');
  }

  /** @param {string} path */
  json(path) {
    return JSON.parse(this.read(path));
  }

  /**
   * What lies directly in a folder, new files included.
   * @param {string} folder
   */
  list(folder) {
    const there = existsSync(join(this.root, folder)) ? readdirSync(join(this.root, folder)) : [];
    const made = [...this.#changes.keys()].filter((path) => dirname(path) === folder);
    const all = new Set([...there, ...made.map((path) => relative(folder, path))]);
    return [...all].filter((name) => this.has(join(folder, name))).sort();
  }

  /**
   * A file that was not there.
   * @param {string} path
   * @param {string} text
   */
  make(path, text) {
    if (this.has(path)) throw new Refusal(`${path} is there already; choose another name.`);
    this.#changes.set(path, text);
  }

  /**
   * @param {string} path
   * @param {(text: string) => string} change of a file that is there
   */
  edit(path, change) {
    const before = this.read(path);
    const after = change(before);
    if (after !== before) this.#changes.set(path, after);
  }

  /** @param {string} path */
  remove(path) {
    this.#changes.set(path, undefined);
  }

  /** @returns {string[]} what is made (+), changed (~) and removed (-), by path; to be shown before it is committed */
  changes() {
    /** @param {string} path @param {string | undefined} text */
    const sign = (path, text) => (text === undefined ? '-' : existsSync(join(this.root, path)) ? '~' : '+');
    return [...this.#changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => `${sign(path, text)} ${path}`);
  }

  /** Lays everything out as Prettier wants it, then writes all of it or nothing. */
  async commit() {
    const files = await Promise.all(
      [...this.#changes].map(async ([path, text]) => ({ path, text: await this.#formatted(path, text) })),
    );
    await writeAll(this.root, files);
  }

  /** @param {string} path @param {string | undefined} text */
  async #formatted(path, text) {
    const file = join(this.root, path);
    const ignorePath = join(this.root, '.prettierignore');
    const { ignored, inferredParser } = await getFileInfo(file, { ignorePath });
    if (text === undefined || ignored || !inferredParser) return text;
    return format(text, { ...(await resolveConfig(file)), filepath: file });
  }
}
