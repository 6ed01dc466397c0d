/** @import { Tree } from '../tree/tree.js' */
import { spellFeature } from '../names.js';
import { refuseWhen } from '../refusal.js';
import { addElement } from '../tree/grow-code.js';
import { featurePage } from './feature-page.js';
import { featurePageTests } from './feature-page-tests.js';
import { isEmptyPage, slicePage } from './screen-files.js';

/**
 * A page that lists and adds what the two routes of a feature give; where the micro-frontend is still empty, its first.
 * @param {Tree} tree
 * @param {string} slice its folder
 * @param {string} name of the feature, in the plural
 * @returns {string[]} what is left to do by hand
 */
export function planScreenFeature(tree, slice, name) {
  const feature = spellFeature(name);
  const { many, one } = feature;
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
  for (const [path, content] of [...featurePage(feature), ...featurePageTests(feature)]) {
    tree.make(`${slice}/src/${name}/${path}`, content);
  }
  if (isFirst) {
    tree.edit(`${slice}/src/slice.tsx`, () => slicePage(name));
    return [];
  }
  const page = `lazy(() => import('./${name}/${name}.js'))`;
  tree.edit(`${slice}/src/slice.tsx`, (before) =>
    addElement(before, 'routes', `{ path: '${name}', Component: ${page} }`),
  );
  const address = `${prefix}/${name}`;
  const pattern = `/^${address.replaceAll('/', '\\/')}$/`;
  tree.edit('shell/src/session/signed-out.rules.ts', (before) => addElement(before, 'known', pattern));
  return [`Link to ${address} from where people look for it.`];
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
