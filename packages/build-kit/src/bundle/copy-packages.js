import { cp, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { existsSync } from 'node:fs';

// Declarations, maps and documentation: nothing reads them at run time.
const unread = /\.(md|map|d\.[cm]?ts|flow)$/i;
// Types, and a package that only reports installations to its makers.
const unused = /^(@types\/|@scarf\/|undici-types$)/;

/**
 * Copies packages and everything they depend on in production into `<output>/node_modules`, each at the depth where it
 * stands, so that every one finds the version it found before.
 * @param {string} root the checkout
 * @param {string} from folder of the slice that uses them
 * @param {string[]} names those that are not there are left out
 * @param {string} output
 */
export async function copyPackages(root, from, names, output) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const name of names) await collect(name, from, found);
  for (const folder of found.keys()) {
    const packagePath = relative(root, folder);
    const flat = packagePath.slice(packagePath.indexOf(`node_modules${sep}`));
    // Where a package is lent by a link, what it links to is copied.
    await cp(await realpath(folder), join(output, flat), {
      recursive: true,
      filter: (path) =>
        !unread.test(path) && !path.slice(path.lastIndexOf(flat) + flat.length).includes('node_modules'),
    });
  }
  return [...found.values()];
}

/**
 * @param {string} name
 * @param {string} from
 * @param {Map<string, string>} found names by their folders
 */
async function collect(name, from, found) {
  const folder = folderOf(name, from);
  if (!folder || found.has(folder) || unused.test(name)) return;
  const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  found.set(folder, name);
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) await collect(next, folder, found);
}

/** @param {string} name @param {string} from */
function folderOf(name, from) {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  return folder && dirname(join(folder, 'package.json'));
}
