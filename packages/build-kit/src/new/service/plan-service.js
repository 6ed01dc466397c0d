/** @import { Tree } from '../tree/tree.js' */
import { mustBeName, spell } from '../names.js';
import { refuseWhen } from '../refusal.js';
import { growWorkspaces, ownersOf } from '../workspaces.js';
import { addElement } from '../tree/grow-code.js';
import { addLineAfter } from '../tree/grow-text.js';
import { copyCluster } from './copy-cluster.js';
import { copyCompose } from './copy-compose.js';
import { introduceToGateway } from './introduce-to-gateway.js';
import { model, serviceFiles } from './service-files.js';
import { planServiceFeature } from './plan-service-feature.js';

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
  const elsewhere = [`k8s/${name}`, `packages/${name}`, `proto/${slice.snake}`, name];
  const taken = elsewhere.find((path) => tree.has(path));
  refuseWhen(taken, `"${name}" is taken: ${taken} is there. One word names a slice everywhere, so choose another.`);
  const isOther = new RegExp(`^  ${name}:`, 'm').test(tree.read('docker-compose.yml'));
  refuseWhen(isOther, `"${name}" is a container of docker-compose.yml already; choose another word.`);

  for (const [path, text] of serviceFiles(tree, slice)) tree.make(`${folder}/${path}`, text);
  growWorkspaces(tree, folder, `services/${model.kebab}`);
  const quoted = `'${name}'`;
  const beside = `'${model.kebab}'`;
  tree.edit('packages/build-kit/src/layout/layout.js', (text) => addElement(text, 'servers', quoted, { beside }));
  tree.edit('packages/build-kit/src/bundle/key-files.js', (text) => addElement(text, 'slices', quoted, { beside }));
  tree.edit('packages/service-kit/src/database/provision.ts', (text) =>
    addElement(text, 'slicesWithDatabase', quoted, { beside }),
  );
  copyCompose(tree, slice);
  copyCluster(tree, slice);
  introduceToGateway(tree, slice);
  tree.edit('docs/architecture.md', (text) =>
    addLineAfter(text, /^\| \w[\w-]* +\| .*\| .*\| .*\|$/, `| ${name} | ${spell(feature).words} | – | – |`),
  );
  tree.edit('README.md', (text) => text.replace(/^services\/\{([^}]+)\}/m, `services/{$1,${name}}`));
  ownersOf(tree, name, [`/services/${name}/`, `/proto/${slice.snake}/ platform`, `/k8s/${name}/ operations`]);
  planServiceFeature(tree, name, feature);
}
