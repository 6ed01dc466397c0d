/**
 * @import { Feature } from './names.js'
 * @import { Tree } from './tree/tree.js'
 */
import { addImport, append } from './lists.js';
import { mustBeName, spell, spellFeature } from './names.js';
import { refuseWhen } from './refusal.js';
import { makeFrom } from './templates.js';

/**
 * A table, a gRPC endpoint to it, and the tests of both, in a service that is there.
 * @param {Tree} tree
 * @param {string} service
 * @param {string} name of the feature, in the plural
 */
export function planServiceFeature(tree, service, name) {
  mustBeName(service, 'service');
  const folder = `services/${service}`;
  refuseWhen(!tree.has(`${folder}/src/service.ts`), `There is no service "${service}": it would be ${folder}.`);
  const slice = spell(service);
  const feature = spellFeature(name);
  const { many, one } = feature;
  const taken = [`${folder}/src/${name}`, `proto/${slice.snake}/v1/${many.snake}.proto`].find(
    (path) => tree.has(path) || tree.list(path).length > 0,
  );
  refuseWhen(taken, `There is a feature "${name}" in ${service} already: ${taken}.`);
  refuseKnownMessages(tree, feature);

  const number = nextMigration(tree, folder);
  makeFrom(tree, 'service-feature', {
    'sample-slice': slice,
    'sample-items': many,
    'sample-item': one,
    '0099': number,
  });
  addMigration(tree, folder, name, number);
  addModule(tree, folder, name);
  const row = `| \`${slice.snake}.v1.${many.pascal}Service\` | \`List${many.pascal}\`, \`Add${one.pascal}\`: the caller's own |`;
  tree.edit(`${folder}/README.md`, (text) => text.replace(/^\| \w+ +\| what +\|\n.*\n/m, `$&${row}\n`));
}

/**
 * All messages and services are exported by one package.
 * @param {Tree} tree
 * @param {Feature} feature
 */
function refuseKnownMessages(tree, { many, one }) {
  const names = [
    one.pascal,
    `Add${one.pascal}Request`,
    `List${many.pascal}(Request|Response)`,
    `${many.pascal}Service`,
  ];
  const declared = new RegExp(`^(?:message|enum|service) (${names.join('|')}) `, 'gm');
  const folders = tree.list('proto').map((name) => `proto/${name}/v1`);
  for (const path of folders.flatMap((folder) => tree.list(folder).map((file) => `${folder}/${file}`))) {
    const text = path.endsWith('.proto') ? tree.read(path) : '';
    const [known] = [...text.matchAll(declared)].map(([, name]) => name).sort();
    refuseWhen(known, `"${known}" stands in ${path} already, for another feature: choose another name.`);
  }
}

/**
 * The number of a service's next migration.
 * @param {Tree} tree
 * @param {string} folder of the service
 */
export function nextMigration(tree, folder) {
  const numbers = tree.list(`${folder}/src/migrations`).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers.filter(Number.isInteger)) + 1).padStart(4, '0');
}

/**
 * @param {Tree} tree
 * @param {string} folder of the service
 * @param {string} name of the migration
 * @param {string} number
 */
export function addMigration(tree, folder, name, number) {
  const id = `${spell(name).camel}${number}`;
  tree.edit(`${folder}/src/service.ts`, (text) =>
    append(addImport(text, id, `./migrations/${number}-${name}.js`), 'migrations', id),
  );
}

/**
 * @param {Tree} tree
 * @param {string} folder of the server
 * @param {string} name of the feature
 */
export function addModule(tree, folder, name) {
  const module = `${spell(name).pascal}Module`;
  tree.edit(`${folder}/src/app.module.ts`, (text) =>
    append(addImport(text, module, `./${name}/${name}.module.js`), 'imports', module),
  );
}
