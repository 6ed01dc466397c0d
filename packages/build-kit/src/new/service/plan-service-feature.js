/**
 * @import { Feature, Spelling } from '../names.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { callsOf } from '../../manifests/known-environment.js';
import { mustBeName, spell, spellFeature } from '../names.js';
import { refuseWhen } from '../refusal.js';
import { addElement, addImport } from '../tree/grow-code.js';
import { addLineAfter } from '../tree/grow-text.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { featureCode } from './feature-code.js';
import { featureProto } from './feature-proto.js';
import { featureRules, featureTables } from './feature-rules.js';
import { featureSpec } from './feature-spec.js';

/**
 * @typedef {object} ServiceFeature
 * @property {Spelling} slice the service
 * @property {Feature} feature
 * @property {string} migration its name
 * @property {Spelling[]} neighbours upstreams the service needs an address of; tests of the feature call none
 */

/**
 * A table, a gRPC door to it, and the tests of both, in a service that is there.
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
  const exported = exportsOf(tree.read('proto/src/index.ts'));
  const words = messagesOf(feature);
  const known = words.find((word) => exported.has(word));
  refuseWhen(known, `"${known}" stands in proto/src/index.ts already, for another feature: choose another name.`);

  const migration = nextMigration(tree, folder, name);
  const id = `${many.camel}${migration.slice(0, 4)}`;
  /** @type {ServiceFeature} */
  const all = { slice, feature, migration, neighbours: neighboursOf(tree, folder) };
  tree.make(`proto/${slice.snake}/v1/${many.snake}.proto`, featureProto(all));
  for (const [path, text] of [...featureCode(all), ...featureRules(all)])
    tree.make(`${folder}/src/${name}/${path}`, text);
  tree.make(`${folder}/src/migrations/${migration}.ts`, featureTables(all, id));
  tree.make(`${folder}/test/${name}.spec.ts`, featureSpec(all));

  tree.edit(
    'proto/src/index.ts',
    (text) => `${text.trimEnd()}\nexport { ${words.join(', ')} } from './gen/${slice.snake}/v1/${many.snake}.js';\n`,
  );
  const definition = `${many.pascal}ServiceDefinition`;
  tree.edit(`${folder}/src/service.ts`, (text) => {
    const imported = addImport(addImport(text, definition, '@polylogue/proto'), id, `./migrations/${migration}.js`);
    return addElement(addElement(imported, 'grpc', definition), 'migrations', id);
  });
  tree.edit(`${folder}/src/app.module.ts`, (text) =>
    addElement(
      addImport(text, `${many.pascal}Module`, `./${name}/${name}.module.js`),
      'imports',
      `${many.pascal}Module`,
    ),
  );
  tree.edit(`${folder}/README.md`, (text) => {
    const row = `| \`${slice.snake}.v1.${many.pascal}Service\` | \`List${many.pascal}\`, \`Add${one.pascal}\`: the caller's own |`;
    const doors = /^\| (door|`\w+\.v1\.\w+`|-+) +\| .*\|$/;
    return doors.test(text.split('\n').find((line) => doors.test(line)) ?? '')
      ? addLineAfter(head(text, doors), doors, row) + rest(text, doors)
      : text;
  });
}

/**
 * The first table that has doors: an environment table further down has dashes, too.
 * @param {string} text
 * @param {RegExp} doors
 */
const head = (text, doors) => text.slice(0, endOfTable(text, doors));
/** @param {string} text @param {RegExp} doors */
const rest = (text, doors) => text.slice(endOfTable(text, doors));
/** @param {string} text @param {RegExp} doors */
function endOfTable(text, doors) {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => doors.test(line));
  const after = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  return lines.slice(0, after).join('\n').length;
}

/**
 * Everything a feature's .proto file declares.
 * @param {Feature} feature
 */
export function messagesOf({ many, one }) {
  return [
    `Add${one.pascal}Request`,
    `List${many.pascal}Request`,
    `List${many.pascal}Response`,
    one.pascal,
    `${many.pascal}ServiceDefinition`,
  ].sort();
}

/** @param {string} text */
const exportsOf = (text) => new Set([...text.matchAll(/\b[A-Z]\w+\b/g)].map(([word]) => word));

/**
 * The number of the next migration, and its name.
 * @param {Tree} tree
 * @param {string} folder of the service
 * @param {string} name
 */
export function nextMigration(tree, folder, name) {
  const numbers = tree.list(`${folder}/src/migrations`).map((file) => Number.parseInt(file, 10));
  return `${String(Math.max(0, ...numbers.filter(Number.isInteger)) + 1).padStart(4, '0')}-${name}`;
}

/**
 * Whom the service must be told of to start; a test of a new feature asks none of them.
 * @param {Tree} tree
 * @param {string} folder of the service
 */
export const neighboursOf = (tree, folder) =>
  existsSync(join(tree.root, folder, 'README.md')) ? callsOf(tree.root, folder).map((name) => spell(name)) : [];
