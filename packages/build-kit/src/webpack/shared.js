import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** @typedef {{ singleton: boolean, requiredVersion: string, version: string, import?: string | false }} SharedConfig */

/**
 * What a web slice shares at run time, computed from its peerDependencies: each is a singleton, and the version asked
 * for is that same line.
 * @param {string} folder the slice
 * @param {{ carried: boolean }} how carried: bundle a copy; otherwise the shell must bring it
 */
export function sharedOf(folder, { carried }) {
  /** @type {{ peerDependencies?: Record<string, string> }} */
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  /** @type {Record<string, SharedConfig>} */
  const shared = {};
  for (const [name, version] of Object.entries(peerDependencies)) {
    const one = { singleton: true, requiredVersion: `^${version}`, version, ...(carried ? {} : notCarried) };
    for (const request of requestsOf(name, folder)) shared[request] = one;
    if (name === kit) shared.zod = { ...one, import: carried ? zodOfPages : false };
  }
  return shared;
}

/** @type {Pick<SharedConfig, 'import'>} */
const notCarried = { import: false };
const kit = '@polylogue/web-kit';
/** What a contract's import of zod comes to in a page. */
const zodOfPages = `${kit}/zod`;

/**
 * react-dom/client and react/jsx-runtime live under a prefix; the kit names its entries.
 * @param {string} name
 * @param {string} folder
 */
function requestsOf(name, folder) {
  if (name === 'react' || name === 'react-dom') return [name, `${name}/`];
  return name === kit ? kitEntries(folder).map((entry) => join(name, entry)) : [name];
}

/**
 * The kit's entries that run in a page: each is its own lazily loaded share, so that no page waits for all of antd.
 * @param {string} folder
 */
function kitEntries(folder) {
  const path = createRequire(join(folder, 'package.json')).resolve('@polylogue/web-kit/package.json');
  /** @type {{ exports: Record<string, string> }} */
  const { exports } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(exports)
    .filter(([entry, file]) => isShared(entry) && existsSync(join(dirname(path), file)))
    .map(([entry]) => entry);
}

const alone = new Set(['./test', './standalone', './zod', './package.json']);
/** @param {string} entry */
const isShared = (entry) => !alone.has(entry) && !entry.endsWith('.css');
