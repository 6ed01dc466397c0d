/**
 * @import { Feature } from './names.js'
 * @import { Tree } from './tree/tree.js'
 */
import { addLineAfter, append } from './lists.js';
import { spell, spellFeature } from './names.js';
import { Refusal, refuseWhen } from './refusal.js';
import { addModule } from './service-feature.js';
import { makeFrom } from './templates.js';

/**
 * The two routes of a feature that a service has, in the contract and in the gateway, which serves what the contract says.
 * @param {Tree} tree
 * @param {string} name of the feature, in the plural
 */
export function planGatewayFeature(tree, name) {
  const feature = spellFeature(name);
  const { many, one } = feature;
  const contracts = 'packages/api-contract/src';
  const taken = [`gateway/src/${name}`, `${contracts}/${name}.ts`].find((path) => tree.has(path));
  refuseWhen(taken, `There is a feature "${name}" in the gateway already: ${taken}.`);
  const slice = serviceOf(tree, feature);
  if (!slice) {
    throw new Refusal(`No service has ${name} yet. Make it there first: npm run new -- feature <service> ${name}`);
  }
  const known = tree.list(contracts).map((file) => tree.read(`${contracts}/${file}`));
  /** @param {string} word */
  const isKnown = (word) =>
    known.some((text) => new RegExp(`export (const|type|interface|function) ${word}\\b`).test(text));
  const word = [one.camel, one.pascal, `new${one.pascal}`, `list${many.pascal}`, `add${one.pascal}`].find(isKnown);
  refuseWhen(word, `"${word}" stands in packages/api-contract already, for another feature: choose another name.`);
  refuseWhen(
    known.some((text) => text.includes(`'/api/${name}'`)),
    `/api/${name} is served already, by another feature: choose another name.`,
  );

  makeFrom(tree, 'gateway-feature', { 'sample-slice': slice, 'sample-items': many, 'sample-item': one });
  addModule(tree, 'gateway', name);
  tree.edit('gateway/src/clients/clients.ts', (text) =>
    append(text, 'clients', `${many.camel}: ['${slice.kebab}', '${many.pascal}ServiceDefinition']`),
  );
  tree.edit(`${contracts}/nouns.ts`, (text) => `${text}export * from './${name}.js';\n`);
  tree.edit('gateway/README.md', (text) => {
    const row = /^\| `\w+ \/api/;
    return row.test(text) ? addLineAfter(text, row, `| \`GET\`, \`POST /api/${name}\` | ${many.words} |`) : text;
  });
}

/**
 * Which service's contract has the feature, made as the generator makes it.
 * @param {Tree} tree
 * @param {Feature} feature
 */
function serviceOf(tree, { many, one }) {
  const services = tree.list('services').map(spell);
  return services.find(({ snake }) => {
    const path = `proto/${snake}/v1/${many.snake}.proto`;
    const text = tree.has(path) ? tree.read(path) : '';
    return text.includes(`rpc List${many.pascal}(`) && text.includes(`rpc Add${one.pascal}(`);
  });
}
