import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand } from '../../checks/run-command.js';
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

  /** Writes all of it or nothing, then lays it out as `npm run format` does. */
  async commit() {
    const files = [...this.#changes].map(([path, text]) => ({ path, text }));
    await writeAll(this.root, files);
    const written = files.filter(({ text }) => text !== undefined).map(({ path }) => path);
    const { code, output } = await runCommand('oxfmt', ['--no-error-on-unmatched-pattern', ...written], {
      cwd: this.root,
    });
    if (code !== 0) throw new Error(`What was made cannot be formatted: ${output}`);
  }
}
