/**
 * @import { Spelling } from './names.js'
 * @import { PackageJson } from './workspaces.js'
 * @import { Tree } from './tree/tree.js'
 */
import { append, copyRows } from './lists.js';
import { mustBeName, spell } from './names.js';
import { refuseWhen } from './refusal.js';
import { replacer, makeFrom } from './templates.js';
import { growWorkspaces, ownersOf } from './workspaces.js';

/** What is the same in every micro-frontend is copied from this one. */
const model = 'mfe-quality';
const plainFiles = ['tsconfig.json', 'webpack.config.js', 'public/index.html', 'src/index.ts', 'src/style.d.ts'];

/** Files in which every micro-frontend has a row, each with the line that begins the model's. @type {[path: string, begins: RegExp][]} */
const rows = [
  ['docker-compose.yml', /^ {2}mfe-quality:/],
  ['packages/build-kit/docker/nginx/remotes.json', /"mfe-quality"/],
  ['k8s/platform/remotes.yaml', /"mfe-quality"/],
  ['k8s/shell/access.yaml', /podSelector: .* mfe-quality \}/],
  ['k8s/overlays/local/kustomization.yaml', /- \.\.\/\.\.\/mfe-quality$/],
  ['k8s/overlays/production/kustomization.yaml', /- \.\.\/\.\.\/mfe-quality$/],
  ['k8s/overlays/production/kustomization.yaml', /- \{ name: polylogue\/mfe-quality,/],
];

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
  const folder = `mfe-${name}`;
  refuseWhen(tree.has(folder), `There is a micro-frontend "${folder}" already.`);
  refuseWhen(tree.has(`k8s/${folder}`), `"${folder}" is taken: k8s/${folder} is there. Choose another word.`);
  const known = tree.read('packages/web-kit/src/slice/paths.ts');
  const addresses = [...known.matchAll(/at(?:Id)?\('(\/[^']+)'\)/g)].flatMap(([, path]) => path ?? []);
  const near = addresses.find((path) => `/${name}`.startsWith(path) || path.startsWith(`/${name}`));
  refuseWhen(near, `/${name} and ${near} begin alike, and the shell tells screens apart by that: choose another word.`);
  const isOther = new RegExp(`^\\s+${screen.camel}:`, 'm').test(known);
  refuseWhen(isOther, `paths.${screen.camel} of web-kit is another screen: choose another word.`);

  makeFrom(tree, 'screen', { 'sample-screen': screen });
  for (const path of plainFiles) tree.make(`${folder}/${path}`, tree.read(`${model}/${path}`));
  tree.make(`${folder}/package.json`, manifest(tree.json(`${model}/package.json`), screen));
  growWorkspaces(tree, folder, model);
  const rename = replacer({ [model]: spell(folder) }, { isWhole: true });
  for (const [path, begins] of rows) tree.edit(path, (text) => copyRows(text, begins, rename));
  for (const file of tree.list(`k8s/${model}`)) {
    tree.make(`k8s/${folder}/${file}`, rename(tree.read(`k8s/${model}/${file}`)));
  }
  mount(tree, screen);
  tree.edit('README.md', (text) => text.replace(/^(shell\/ .*mfe-[\w-]+\/)(?= {2,}what)/m, `$1  ${folder}/`));
  ownersOf(tree, name, [`/${folder}/`, `/k8s/${folder}/ operations`]);
  return [];
}

/** @param {PackageJson} like @param {Spelling} screen */
function manifest(like, { kebab, title }) {
  const contract = '@polylogue/api-contract';
  const dependencies = { [contract]: like.dependencies[contract] };
  return JSON.stringify({ ...like, name: `@polylogue/mfe-${kebab}`, description: `${title}.`, dependencies }, null, 2);
}

/**
 * Its address, its row in the shell, its link, and the way back to it after signing in.
 * @param {Tree} tree
 * @param {Spelling} screen
 */
function mount(tree, { kebab, camel, snake, title }) {
  /** @type {[path: string, list: string, element: string][]} */
  const places = [
    ['packages/web-kit/src/slice/paths.ts', 'paths', `${camel}: at('/${kebab}')`],
    [
      'shell/src/slices/slices.ts',
      'slices',
      `{ name: 'mfe_${snake}', title: '${title}', prefix: paths.${camel}.path }`,
    ],
    ['shell/src/frame/main-navigation.tsx', 'links', `{ to: paths.${camel}.href(), word: '${title}' }`],
    ['shell/src/session/signed-out.rules.ts', 'known', `/^\\/${kebab}$/`],
  ];
  for (const [path, list, element] of places) tree.edit(path, (text) => append(text, list, element));
}
