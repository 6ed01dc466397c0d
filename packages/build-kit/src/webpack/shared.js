import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * What a web slice shares at run time, computed from its peerDependencies: each is a singleton, and the version asked
 * for is that same line.
 * @param {string} folder the slice
 * @param {{ carried: boolean }} how carried: bundle a copy; otherwise the shell must bring it
 */
export function sharedOf(folder, { carried }) {
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const shared = {};
  for (const [name, version] of Object.entries(peerDependencies)) {
    const one = { singleton: true, requiredVersion: `^${version}`, version, ...(carried ? {} : { import: false }) };
    for (const request of requestsOf(name, folder)) shared[request] = one;
    if (name === kit) shared.zod = { ...one, import: carried ? zodOfPages : false };
  }
  return shared;
}

const kit = '@polylogue/web-kit';
/** What a contract's import of zod comes to in a page. */
const zodOfPages = `${kit}/zod`;

// react-dom/client and react/jsx-runtime live under a prefix; the kit names its entries.
function requestsOf(name, folder) {
  if (name === 'react' || name === 'react-dom') return [name, `${name}/`];
  return name === kit ? kitEntries(folder).map((entry) => join(name, entry)) : [name];
}

/** The kit's entries that run in a page: each is its own lazily loaded share, so that nobody waits for all of antd. */
function kitEntries(folder) {
  const path = createRequire(join(folder, 'package.json')).resolve('@polylogue/web-kit/package.json');
  const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')).exports);
  return entries
    .filter(([entry, file]) => isShared(entry) && existsSync(join(dirname(path), file)))
    .map(([entry]) => entry);
}

const alone = new Set(['./test', './standalone', './zod', './package.json']);
const isShared = (entry) => !alone.has(entry) && !entry.endsWith('.css');
