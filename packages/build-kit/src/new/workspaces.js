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

/** @param {unknown} value */
const indented = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Makes a folder known to TypeScript and to npm, as one like it is.
 * @param {import('./tree/tree.js').Tree} tree
 * @param {string} folder of the new workspace; its package.json is made already
 * @param {string} like folder of a workspace of the same kind
 */
export function growWorkspaces(tree, folder, like) {
  /** @type {{ references: { path: string }[] }} */
  const { references, ...rest } = tree.json('tsconfig.json');
  const at = references.findIndex(({ path }) => path === like) + 1;
  tree.edit('tsconfig.json', () => indented({ ...rest, references: references.toSpliced(at, 0, { path: folder }) }));
  if (tree.has('package-lock.json')) growLock(tree, folder);
}

/**
 * As `npm install` would write it: everything the workspace needs is in the lock already, for the one it is like.
 * @param {Tree} tree
 * @param {string} folder
 */
function growLock(tree, folder) {
  /** @type {{ packages: Record<string, object> }} */
  const lock = tree.json('package-lock.json');
  /** @type {PackageJson} */
  const { name, version, license, dependencies, devDependencies, peerDependencies } = tree.json(
    `${folder}/package.json`,
  );
  const entry = { name, version, license, dependencies, devDependencies, peerDependencies };
  const packages = { ...lock.packages, [folder]: entry, [`node_modules/${name}`]: { resolved: folder, link: true } };
  const { '': top, ...others } = packages;
  const sorted = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1));
  tree.edit('package-lock.json', () => indented({ ...lock, packages: { '': top, ...Object.fromEntries(sorted) } }));
}

/**
 * Who is asked about the new folders: a team of the slice's name, and who looks after the rest.
 * @param {import('./tree/tree.js').Tree} tree
 * @param {string} team
 * @param {string[]} places each a path, and a further team behind a space
 */
export function ownersOf(tree, team, places) {
  const lines = places.map((place) => {
    const [path = '', other] = place.split(' ');
    return `${path.padEnd(26)} @polylogue/${team}${other ? ` @polylogue/${other}` : ''}`;
  });
  tree.edit('.github/CODEOWNERS', (text) => `${text.trimEnd()}\n\n${lines.join('\n')}\n`);
}
