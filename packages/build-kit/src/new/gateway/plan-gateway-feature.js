/**
 * @import { Feature } from '../names.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { spell, spellFeature } from '../names.js';
import { Refusal, refuseWhen } from '../refusal.js';
import { addElement, addImport, addLine, addProperty } from '../tree/grow-code.js';
import { addLineAfter } from '../tree/grow-text.js';
import { contractFile } from './contract-file.js';
import { gatewayCode } from './gateway-code.js';
import { gatewaySpec } from './gateway-spec.js';

/**
 * The two routes of a feature that a service has, in the contract and in the gateway, which serves what the contract says.
 * @param {Tree} tree
 * @param {string} name of the feature, in the plural
 */
export function planGatewayFeature(tree, name) {
  const feature = spellFeature(name);
  const { many, one } = feature;
  const contract = `packages/api-contract/src/${name}.ts`;
  const taken = [`gateway/src/${name}`, contract].find((path) => tree.has(path));
  refuseWhen(taken, `There is a feature "${name}" in the gateway already: ${taken}.`);
  const slice = serviceOf(tree, feature);
  if (!slice) {
    throw new Refusal(`No service has ${name} yet. Make it there first: npm run new -- feature <service> ${name}`);
  }
  const known = tree.list('packages/api-contract/src').map((file) => tree.read(`packages/api-contract/src/${file}`));
  /** @param {string} word */
  const isKnown = (word) =>
    known.some((text) => new RegExp(`export (const|type|interface|function) ${word}\\b`).test(text));
  const word = [one.camel, one.pascal, `new${one.pascal}`, `list${many.pascal}`, `add${one.pascal}`].find(isKnown);
  refuseWhen(word, `"${word}" stands in packages/api-contract already, for another feature: choose another name.`);
  refuseWhen(
    known.some((text) => text.includes(`'/api/${name}'`)),
    `/api/${name} is served already, by another feature: choose another name.`,
  );

  tree.make(contract, contractFile(feature));
  tree.edit('packages/api-contract/src/index.ts', (text) => sorted(text, `export * from './${name}.js';`));
  tree.edit('packages/api-contract/src/routes.ts', (text) => {
    const imported = addLine(text, `import * as ${many.camel} from './${name}.js';`);
    const listed = addElement(imported, 'routes', `${many.camel}.list${many.pascal}`);
    return addElement(listed, 'routes', `${many.camel}.add${one.pascal}`);
  });
  for (const [path, text] of gatewayCode(feature)) tree.make(`gateway/src/${name}/${path}`, text);
  tree.make(`gateway/test/${name}.spec.ts`, gatewaySpec(feature, slice));
  tree.edit('gateway/src/clients/clients.ts', (text) =>
    addProperty(text, 'clients', `${many.camel}: ['${slice.kebab}', '${many.pascal}ServiceDefinition']`),
  );
  tree.edit('gateway/src/app.module.ts', (text) =>
    addElement(
      addImport(text, `${many.pascal}Module`, `./${name}/${name}.module.js`),
      'imports',
      `${many.pascal}Module`,
    ),
  );
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
  for (const service of tree.list('services')) {
    const path = `proto/${spell(service).snake}/v1/${many.snake}.proto`;
    if (!tree.has(path)) continue;
    const text = tree.read(path);
    if (text.includes(`rpc List${many.pascal}(`) && text.includes(`rpc Add${one.pascal}(`)) return spell(service);
  }
  return undefined;
}

/** @param {string} text @param {string} line */
const sorted = (text, line) => `${[...text.trimEnd().split('\n'), line].sort().join('\n')}\n`;
