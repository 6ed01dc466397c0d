/**
 * @import { Spelling } from './names.js'
 * @import { PackageJson } from './workspaces.js'
 * @import { Tree } from './tree/tree.js'
 */
import { addLineAfter, copyRows, replaceOnce } from './lists.js';
import { mustBeName, spell } from './names.js';
import { refuseWhen } from './refusal.js';
import { planServiceFeature } from './service-feature.js';
import { replacer, makeFrom } from './templates.js';
import { growWorkspaces, ownersOf } from './workspaces.js';

/** What is the same in every service is copied from this one, so it cannot be out of date: it has a database and calls no other service. */
const model = 'admin';

const overlays = ['local', 'production'].map((name) => `k8s/overlays/${name}`);
/** Files in which every service has rows, each with the line that begins the model's. @type {[path: string, begins: RegExp][]} */
const rows = [
  ['docker-compose.yml', /^ {2}ADMIN_GRPC_URL:/],
  ['docker-compose.yml', /^ {6}- keys-admin:/],
  ['docker-compose.yml', /^ {2}migrate-admin:/],
  ['docker-compose.yml', /^ {2}keys-admin:/],
  ['k8s/platform/config-map.yaml', /^ {2}ADMIN_GRPC_URL:/],
  ['k8s/platform/provision.yaml', /- name: ADMIN_/],
  ['k8s/gateway/access.yaml', /podSelector: .* admin \}/],
  ...overlays.flatMap(
    (overlay) =>
      /** @type {[string, RegExp][]} */ ([
        [`${overlay}/kustomization.yaml`, /- \.\.\/\.\.\/admin$/],
        [`${overlay}/postgres.yaml`, /podSelector: .* admin \}/],
        [`${overlay}/postgres.yaml`, /podSelector: .* migrate-admin \}/],
        [`${overlay}/nats.yaml`, /podSelector: .* admin \}/],
      ]),
  ),
  ['k8s/overlays/production/kustomization.yaml', /- \{ name: polylogue\/admin,/],
];
/** Lists of the services' names. */
const nameLists = [
  'packages/build-kit/src/bundle/key-files.js',
  'packages/service-kit/src/database/provision.ts',
  'packages/api-contract/src/dead-letters.ts',
];

/**
 * A service of its own: schema, roles, keys, image, manifests, a place behind the gateway, and one feature that works.
 * @param {Tree} tree
 * @param {string} name
 * @param {string} [feature] in the plural; the service's own name when left out
 */
export function planService(tree, name, feature = name) {
  mustBeName(name, 'service');
  const slice = spell(name);
  const folder = `services/${name}`;
  refuseWhen(tree.has(folder), `There is a service "${name}" already.`);
  const taken = [`k8s/${name}`, `packages/${name}`, `proto/${slice.snake}`, name].find((path) => tree.has(path));
  refuseWhen(taken, `"${name}" is taken: ${taken} is there. One word names a slice everywhere, so choose another.`);
  const isOther = new RegExp(`^  ${name}:`, 'm').test(tree.read('docker-compose.yml'));
  refuseWhen(isOther, `"${name}" is a container of docker-compose.yml already; choose another word.`);

  makeFrom(tree, 'service', { 'sample-slice': slice });
  tree.make(`${folder}/tsconfig.json`, tree.read(`services/${model}/tsconfig.json`));
  tree.make(`${folder}/package.json`, manifest(tree.json(`services/${model}/package.json`), slice));
  growWorkspaces(tree, folder, `services/${model}`);
  growLists(tree, slice);
  copyManifests(tree, slice);
  introduceToGateway(tree, slice);
  tree.edit('docs/architecture.md', (text) =>
    addLineAfter(text, /^\| \w[\w-]* +\| .*\| .*\| .*\|$/, `| ${name} | ${spell(feature).words} | – | – |`),
  );
  tree.edit('README.md', (text) => text.replace(/^services\/\{([^}]+)\}/m, `services/{$1,${name}}`));
  ownersOf(tree, name, [`/services/${name}/`, `/proto/${slice.snake}/ platform`, `/k8s/${name}/ operations`]);
  planServiceFeature(tree, name, feature);
}

/** What every service builds on; what else the model needs is its own affair. */
const foundation = /^(@polylogue\/(proto|service-kit)|@nestjs\/(common|core)|typeorm|uuid|zod)$/;

/** @param {PackageJson} like @param {Spelling} slice */
function manifest(like, { kebab, sentence }) {
  const kept = Object.entries(like.dependencies).filter(([name]) => foundation.test(name));
  const own = { name: `@polylogue/${kebab}`, description: `${sentence}.`, dependencies: Object.fromEntries(kept) };
  return JSON.stringify({ ...like, ...own }, null, 2);
}

/** @param {Tree} tree @param {Spelling} slice */
function growLists(tree, slice) {
  const rename = replacer({ [model]: slice }, { isWhole: true });
  for (const [path, begins] of rows) tree.edit(path, (text) => copyRows(text, begins, rename));
  const beside = `'${model}'`;
  for (const path of nameLists) tree.edit(path, (text) => replaceOnce(text, beside, `${beside}, '${slice.kebab}'`));
  tree.edit('packages/build-kit/docker/prometheus/prometheus.yml', (text) =>
    replaceOnce(text, `${model}:7100`, `${model}:7100, ${slice.kebab}:7100`),
  );
  tree.edit('docker-compose.yml', (text) => {
    const container = copyRows(text, new RegExp(`^ {2}${model}:`), (row) => withAdmin(rename(row)));
    // The gateway waits for every service.
    return copyRows(container, /^ {6}scheduler: \{/, (row) => row.replace('scheduler', slice.kebab));
  });
}

/**
 * Without what the model alone reads; and every service calls admin to confirm that a user is erased.
 * @param {string} container of compose
 */
const withAdmin = (container) =>
  replaceOnce(
    container
      .replace(/^ +(\w+_EMAIL|PUBLIC_URL|KEEP_\w+|SMTP_\w+|\w+_ALLOWED_NETWORKS): .*\n/gm, '')
      .replace('[inside, outside]', '[inside]'),
    /^( *)nats: \{ condition: service_started \}$/m,
    '$&\n$1admin: { condition: service_healthy }',
  );

/** @param {Tree} tree @param {Spelling} slice */
function copyManifests(tree, slice) {
  const rename = replacer({ [model]: slice }, { isWhole: true });
  for (const file of tree.list(`k8s/${model}`)) {
    const text = rename(tree.read(`k8s/${model}/${file}`));
    tree.make(`k8s/${slice.kebab}/${file}`, file === 'access.yaml' ? accessOf(text) : withoutModelsOwn(text));
  }
  tree.edit('k8s/admin/access.yaml', (text) =>
    copyRows(text, /podSelector: .* gateway \}/, (row) => row.replace('gateway', slice.kebab)),
  );
}

/**
 * Without what the model alone reads: the setup code and the mail server.
 * @param {string} text
 */
const withoutModelsOwn = (text) => text.replace(/^(?: *#.*\n)? *- name: (?:SETUP_CODE|SMTP_\w+)\n.*\n/gm, '');

/**
 * The gateway alone calls it, and of ours it calls admin: neither what the model calls, nor the internet.
 * @param {string} text
 */
function accessOf(text) {
  const callers = replaceOnce(text, /(?<=ingress:\n +- from:\n)(?: +- \{ podSelector.*\n)+/, (found) =>
    found.replace(/^(?!.* gateway \}).*\n/gm, ''),
  );
  const toAdmin = `    - to:
        - { podSelector: { matchLabels: { app.kubernetes.io/name: admin } } }
      ports: [{ port: 7000 }]\n`;
  const alone = replaceOnce(callers, /^ {4}- to:\n.* scheduler \} \} \}\n.*\n/m, '').replace(
    /^ {4}#.*\n {4}- to:\n {8}- ipBlock:\n(?: {12}.*\n)+ {6}ports:.*\n/m,
    '',
  );
  return replaceOnce(alone, /^ {2}egress:\n/m, `$&${toAdmin}`);
}

/**
 * The gateway knows where every service listens; its tests have a stub of each.
 * @param {Tree} tree
 * @param {Spelling} slice
 */
function introduceToGateway(tree, { kebab, upper }) {
  const url = `${upper}_GRPC_URL`;
  tree.edit('gateway/src/config.ts', (text) => {
    const ports = [...text.matchAll(/grpcUrl\('[\w-]+', (\d+)\)/g)].map(([, port]) => Number(port));
    return addLineAfter(text, /ADMIN_GRPC_URL: /, `${url}: grpcUrl('${kebab}', ${Math.max(...ports) + 1}),`);
  });
  tree.edit('gateway/src/clients/clients.ts', (text) =>
    addLineAfter(text, /^ {2}admin: 'ADMIN_GRPC_URL',$/, `'${kebab}': '${url}',`),
  );
}
