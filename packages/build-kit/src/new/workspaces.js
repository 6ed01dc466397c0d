/** @import { Tree } from './tree/tree.js' */

/**
 * @typedef {object} PackageJson
 * @property {string} name
 * @property {string} version
 * @property {string} description
 * @property {string} license
 * @property {string} type
 * @property {Record<string, string>} scripts
 * @property {Record<string, string>} dependencies
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * Makes a folder known to TypeScript; npm finds it by itself.
 * @param {import('./tree/tree.js').Tree} tree
 * @param {string} folder of the new workspace; its package.json is made already
 * @param {string} like folder of a workspace of the same kind
 */
export function growWorkspaces(tree, folder, like) {
  /** @type {{ references: { path: string }[] }} */
  const { references, ...rest } = tree.json('tsconfig.json');
  const at = references.findIndex(({ path }) => path === like) + 1;
  tree.edit('tsconfig.json', () =>
    JSON.stringify({ ...rest, references: references.toSpliced(at, 0, { path: folder }) }, null, 2),
  );
}

/**
 * The code owners of the new folders: a team of the slice's name, and the owners of the rest.
 * @param {import('./tree/tree.js').Tree} tree
 * @param {string} team
 * @param {string[]} entries each a path, and a further team behind a space
 */
export function ownersOf(tree, team, entries) {
  const lines = entries.map((entry) => {
    const [path = '', other] = entry.split(' ');
    return `${path.padEnd(26)} @polylogue/${team}${other ? ` @polylogue/${other}` : ''}`;
  });
  tree.edit('.github/CODEOWNERS', (text) => `${text.trimEnd()}\n\n${lines.join('\n')}\n`);
}
