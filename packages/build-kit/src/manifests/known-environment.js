import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * The variables a server knows and those it requires: the table its README has from its config.ts.
 * @param {string} root
 * @param {string} folder of the slice
 */
export function knownEnvironment(root, folder) {
  // Between the markers: a slice may have a second program with a table of its own.
  const [, table = ''] = readFileSync(join(root, folder, 'README.md'), 'utf8').split(/<!-- \/?environment/);
  const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)`\s*\| (\w*)/gm)];
  return {
    known: rows.flatMap(([, key]) => key ?? []),
    required: rows.filter(([, , word]) => word === 'required').flatMap(([, key]) => key ?? []),
  };
}

/**
 * The services that a server calls, by the addresses it requires.
 * @param {string} root
 * @param {string} folder of the slice
 */
export function callsOf(root, folder) {
  return knownEnvironment(root, folder)
    .required.flatMap((key) => /^(\w+)_GRPC_URL$/.exec(key)?.[1] ?? [])
    .map((prefix) => prefix.toLowerCase().replaceAll('_', '-'))
    .filter((name) => name !== basename(folder));
}
