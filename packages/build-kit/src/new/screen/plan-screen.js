/**
 * @import { Spelling } from '../names.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { mustBeName, spell } from '../names.js';
import { refuseWhen } from '../refusal.js';
import { addElement, addProperty } from '../tree/grow-code.js';
import { replaceOnce } from '../tree/grow-text.js';
import { copyRows, inWordsOf } from '../tree/grow-yaml.js';
import { growWorkspaces, ownersOf } from '../workspaces.js';
import { copyScreenCluster } from './copy-screen-cluster.js';
import { model } from './model.js';
import { screenFiles } from './screen-files.js';

/**
 * A micro-frontend at an address of its own: built, deployed and loaded apart, in the shell's navigation.
 * @param {Tree} tree
 * @param {string} name its word, without `mfe-`
 * @returns {string[]} what is left to do by hand
 */
export function planScreen(tree, name) {
  refuseWhen(name.startsWith('mfe-'), `Leave "mfe-" away: npm run new -- slice ${name.slice(4)} --screen`);
  mustBeName(name, 'slice');
  const screen = spell(name);
  const slice = spell(`mfe-${name}`);
  const folder = slice.kebab;
  refuseWhen(tree.has(folder), `There is a micro-frontend "${folder}" already.`);
  refuseWhen(tree.has(`k8s/${folder}`), `"${folder}" is taken: k8s/${folder} is there. Choose another word.`);
  const known = tree.read('packages/web-kit/src/slice/paths.ts');
  const addresses = [...known.matchAll(/at(?:Id)?\('(\/[^']+)'\)/g)].flatMap(([, path]) => path ?? []);
  const near = addresses.find((path) => `/${name}`.startsWith(path) || path.startsWith(`/${name}`));
  refuseWhen(near, `/${name} and ${near} begin alike, and the shell tells screens apart by that: choose another word.`);
  const isOther = new RegExp(`^\\s+${screen.camel}:`, 'm').test(known);
  refuseWhen(isOther, `paths.${screen.camel} of web-kit is another screen: choose another word.`);

  for (const [path, text] of screenFiles(tree, screen)) tree.make(`${folder}/${path}`, text);
  growWorkspaces(tree, folder, 'mfe-admin');
  mount(tree, screen);
  buildIt(tree, screen);
  copyScreenCluster(tree, slice);
  tree.edit('docker-compose.yml', (text) =>
    copyRows(text, [0, 'services'], (_row, key) => key === model.kebab, inWordsOf(model, slice)),
  );
  tree.edit('README.md', (text) => text.replace(/^(shell\/ .*mfe-[\w-]+\/)(?= {2,}what)/m, `$1  ${folder}/`));
  ownersOf(tree, name, [`/${folder}/`, `/k8s/${folder}/ operations`]);
  return [];
}

/**
 * Its address, its row in the shell, its link, and the way back to it after signing in.
 * @param {Tree} tree
 * @param {Spelling} screen
 */
function mount(tree, { kebab, camel, snake, title }) {
  tree.edit('packages/web-kit/src/slice/paths.ts', (text) => addProperty(text, 'paths', `${camel}: at('/${kebab}')`));
  tree.edit('shell/src/slices/slices.ts', (text) =>
    addElement(text, 'slices', `{ name: 'mfe_${snake}', title: '${title}', prefix: paths.${camel}.path }`),
  );
  tree.edit('shell/src/frame/main-navigation.tsx', (text) =>
    addElement(text, 'links', `{ to: paths.${camel}.href(), word: '${title}' }`),
  );
  tree.edit('shell/src/session/signed-out.rules.ts', (text) => addElement(text, 'known', `/^\\/${kebab}$/`));
}

/**
 * Its place in the builds, the ports of development, and the list of remotes.
 * @param {Tree} tree
 * @param {Spelling} screen
 */
function buildIt(tree, { kebab, snake }) {
  const folder = `mfe-${kebab}`;
  const quoted = `'${folder}'`;
  const kit = 'packages/build-kit/src';
  tree.edit(`${kit}/layout/layout.js`, (text) =>
    addElement(text, 'microFrontends', `'${kebab}'`, { beside: `'admin'` }),
  );
  tree.edit(`${kit}/webpack/build-web.js`, (text) => addElement(text, 'webSlices', quoted));
  tree.edit(`${kit}/webpack/dev-server.js`, (text) => {
    const port = Math.max(...[...text.matchAll(/: (81\d\d),/g)].map(([, each]) => Number(each))) + 1;
    return addProperty(text, 'ports', `${quoted}: ${port}`);
  });
  /** @type {{ scripts: { deps: string } }} */
  const manifest = tree.json('package.json');
  const deps = replaceOnce(manifest.scripts.deps, /(mfe-[\w-]+)(?! mfe-)(?= )/, `$1 ${folder}`);
  tree.edit(
    'package.json',
    () => `${JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, deps } }, null, 2)}\n`,
  );
  const remote = { name: `mfe_${snake}`, slice: folder, entry: `/slices/${folder}/mf-manifest.json` };
  for (const path of ['packages/build-kit/docker/nginx/remotes.json', 'k8s/platform/remotes.yaml']) {
    tree.edit(path, (text) => withRemote(text, remote));
  }
}

/**
 * One line per slice, by name, in a file of its own and within a ConfigMap.
 * @param {string} text
 * @param {{ name: string, slice: string, entry: string }} remote
 */
function withRemote(text, { name, slice, entry }) {
  const lines = text.split('\n');
  /** @param {string} line */
  const isRow = (line) => line.trim().startsWith('{ "name"');
  const rows = lines.filter(isRow).map((line) => line.trim().replace(/,$/, ''));
  rows.push(`{ "name": "${name}", "slice": "${slice}", "entry": "${entry}" }`);
  const indent = /^ */.exec(lines.find(isRow) ?? '')?.[0] ?? '';
  const sorted = rows.sort().map((row, index) => `${indent}${row}${index < rows.length - 1 ? ',' : ''}`);
  return lines.toSpliced(lines.findIndex(isRow), rows.length - 1, ...sorted).join('\n');
}
