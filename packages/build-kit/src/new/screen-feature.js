/** @import { Tree } from './tree/tree.js' */
import { append } from './lists.js';
import { spell, spellFeature } from './names.js';
import { refuseWhen } from './refusal.js';
import { makeFrom } from './templates.js';

/**
 * A page that lists and adds what the two routes of a feature give; where the micro-frontend is still empty, its first.
 * @param {Tree} tree
 * @param {string} slice its folder
 * @param {string} name of the feature, in the plural
 * @returns {string[]} what is left to do by hand
 */
export function planScreenFeature(tree, slice, name) {
  const { many, one } = spellFeature(name);
  refuseWhen(!tree.has(`${slice}/src/slice.tsx`), `There is no micro-frontend "${slice}".`);
  const contract = `packages/api-contract/src/${name}.ts`;
  const text = tree.has(contract) ? tree.read(contract) : '';
  const isServed = [`list${many.pascal}`, `add${one.pascal}`].every((word) =>
    text.includes(`export const ${word} = route(`),
  );
  refuseWhen(!isServed, `/api has no ${name} yet. Serve them first: npm run new -- feature gateway ${name}`);
  const prefix = prefixOf(tree, slice);
  refuseWhen(
    prefix === '/',
    'The dashboard is one page at /: make a slice of its own, or add to what is on that page.',
  );

  const home = slice.slice('mfe-'.length);
  const isFirst = isEmptyPage(tree, slice, home);
  if (isFirst) for (const file of tree.list(`${slice}/src/${home}`)) tree.remove(`${slice}/src/${home}/${file}`);
  refuseWhen(tree.list(`${slice}/src/${name}`).length > 0, `There is a feature "${name}" in ${slice} already.`);
  makeFrom(tree, 'screen-feature', { 'sample-screen': spell(home), 'sample-items': many, 'sample-item': one });
  const page = `./${name}/${name}.js`;
  if (isFirst) {
    tree.edit(`${slice}/src/slice.tsx`, (before) => before.replace(`./${home}/${home}.js`, page));
    return [];
  }
  const row = `{ path: '${name}', Component: lazy(() => import('${page}')) }`;
  tree.edit(`${slice}/src/slice.tsx`, (before) => append(before, 'routes', row));
  const address = `${prefix}/${name}`;
  const pattern = `/^${address.replaceAll('/', '\\/')}$/`;
  tree.edit('shell/src/session/signed-out.rules.ts', (before) => append(before, 'known', pattern));
  return [`Link to ${address} from where people look for it.`];
}

/**
 * Whether the first page is still as it was made: nothing is lost when another takes its place.
 * @param {Tree} tree
 * @param {string} slice
 * @param {string} home folder of its first page
 */
function isEmptyPage(tree, slice, home) {
  const path = `${slice}/src/${home}/${home}.tsx`;
  const isAsMade = tree.has(path) && tree.read(path).includes('has nothing to show.');
  return isAsMade && tree.list(`${slice}/src/${home}`).length === 2;
}

/**
 * Where the shell mounts a micro-frontend.
 * @param {Tree} tree
 * @param {string} slice
 */
function prefixOf(tree, slice) {
  const row = new RegExp(`name: '${slice.replaceAll('-', '_')}'.*prefix: paths\\.(\\w+)\\.path`);
  const [, word] = row.exec(tree.read('shell/src/slices/slices.ts')) ?? [];
  const [, path] =
    new RegExp(`\\b${word}: at\\('([^']+)'\\)`).exec(tree.read('packages/web-kit/src/slice/paths.ts')) ?? [];
  refuseWhen(!path, `The shell does not say where ${slice} is mounted (shell/src/slices/slices.ts).`);
  return path;
}
