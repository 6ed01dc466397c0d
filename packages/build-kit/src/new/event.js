/**
 * @import { Spelling } from './names.js'
 * @import { Tree } from './tree/tree.js'
 */
import { addImport, addLineAfter, append, replaceOnce } from './lists.js';
import { mustBeKebab, spell } from './names.js';
import { Refusal, refuseWhen } from './refusal.js';
import { addMigration, addModule, nextMigration } from './service-feature.js';
import { fill, replacer, makeFrom } from './templates.js';

/**
 * @typedef {object} EventPlan
 * @property {Spelling} slice that publishes it
 * @property {Spelling} thing it happened to
 * @property {Spelling} verb what happened
 * @property {Spelling} done the event itself
 * @property {string} subject
 * @property {string} folder of the feature that keeps such things
 */

/**
 * An event that a service publishes, and what another keeps of it.
 * @param {Tree} tree
 * @param {string} service
 * @param {string} event `noun.verb-past`, such as `reading-list.added`
 * @param {string} [consumer] a service that consumes it
 * @returns {string[]} what is left to do by hand
 */
export function planEvent(tree, service, event, consumer) {
  const [noun, verb, ...more] = event.split('.');
  if (!noun || !verb || more.length > 0) {
    throw new Refusal(`Write an event as noun.verb-past, such as reading-list.added, not "${event}".`);
  }
  mustBeKebab(noun, 'noun');
  mustBeKebab(verb, 'verb');
  refuseWhen(!/(ed|en|t|n|de|ne|d)$/.test(verb), `"${verb}" is no past participle: an event says what has happened.`);
  for (const name of [service, ...(consumer ? [consumer] : [])]) mustExist(tree, name);
  refuseWhen(consumer === service, `${service} publishes the event itself: name another service as the consumer.`);
  const [slice, thing, done] = [spell(service), spell(noun), spell(`${noun}-${verb}`)];
  const subject = `${slice.snake}.${done.snake}.v1`;
  refuseWhen(tree.read('proto/src/event-map.ts').includes(`'${subject}'`), `${subject} is published already.`);
  const folder = folderOf(tree, service, thing);
  /** @type {EventPlan} */
  const plan = { slice, thing, verb: spell(verb), done, subject, folder };
  publish(tree, plan);
  if (consumer) consume(tree, spell(consumer), plan);
  return publishWhenAdded(tree, plan);
}

/** @param {Tree} tree @param {string} service */
function mustExist(tree, service) {
  if (tree.has(`services/${service}/src/service.ts`)) return;
  throw new Refusal(`There is no service "${service}": it would be services/${service}.`);
}

/**
 * The feature that keeps such things; it is their service's to publish what happened to them.
 * @param {Tree} tree
 * @param {string} service
 * @param {Spelling} thing
 */
function folderOf(tree, service, { kebab }) {
  const plural = [`${kebab}s`, `${kebab}es`, kebab.replace(/y$/, 'ies'), kebab];
  const found = plural.find((name) => tree.list(`services/${service}/src/${name}`).length > 0);
  if (found) return found;
  throw new Refusal(
    `${service} has no feature that keeps a ${kebab}: an event is published by the feature that it happens to. Make it first: npm run new -- feature ${service} ${plural[0]}`,
  );
}

/** @param {EventPlan} plan @returns {import('./templates.js').Replacements} */
const wordsOf = ({ slice, thing, verb, folder }) => ({
  'sample-slice': slice,
  'sample-items': spell(folder),
  'sample-item': thing,
  happened: verb,
});

/** @param {Tree} tree @param {EventPlan} plan */
function publish(tree, plan) {
  const { slice, done, subject } = plan;
  const path = `proto/${slice.snake}/v1/events.proto`;
  const message = fill('events.proto', wordsOf(plan));
  if (tree.has(path)) {
    refuseWhen(tree.read(path).includes(`message ${done.pascal} `), `${path} has a message ${done.pascal} already.`);
    tree.edit(path, (text) => `${text.trimEnd()}\n\n${message}`);
  } else tree.make(path, `syntax = "proto3";\n\npackage ${slice.snake}.v1;\n\n${message}`);
  tree.edit('proto/src/event-map.ts', (text) => {
    const from = `./gen/${slice.snake}/v1/events.js`;
    const [, known] = new RegExp(`import \\* as (\\w+) from '${from}'`).exec(text) ?? [];
    const imported = known ? text : addLineAfter(text, /^import /, `import * as ${slice.camel} from '${from}';`);
    return append(imported, 'eventMap', `'${subject}': ${known ?? slice.camel}.${done.pascal}`);
  });
  makeFrom(tree, 'event', wordsOf(plan));
}

/**
 * A service that consumes an event and keeps it, once: which thing, whose, and when.
 * @param {Tree} tree
 * @param {Spelling} consumer
 * @param {EventPlan} plan
 */
function consume(tree, consumer, plan) {
  const { done, subject } = plan;
  const folder = `services/${consumer.kebab}`;
  refuseWhen(tree.list(`${folder}/src/${done.kebab}`).length > 0, `${folder}/src/${done.kebab} is there already.`);
  const number = nextMigration(tree, folder);
  makeFrom(tree, 'consumer', { ...wordsOf(plan), 'sample-consumer': consumer, '0099': number });
  addMigration(tree, folder, done.kebab, number);
  addModule(tree, folder, done.kebab);
  const name = `${consumer.kebab}.${done.pascal}Consumer.on${done.pascal}`;
  tree.edit('packages/build-kit/src/nats/rights.js', (text) =>
    append(text, 'consumers', `{ consumer: '${name}', subject: '${subject}' }`),
  );
}

/**
 * A feature as the generator makes it publishes by itself that one was added; elsewhere the author must say when.
 * @param {Tree} tree
 * @param {EventPlan} plan
 */
function publishWhenAdded(tree, { slice, thing, done, folder }) {
  const path = `services/${slice.kebab}/src/${folder}/${folder}.service.ts`;
  const names = { 'sample-items': spell(folder), 'sample-item': thing };
  const rename = replacer(names);
  const call = rename('(tx) => this.sampleItems.add(tx, userId, name));');
  const here = `publish${done.pascal} of services/${slice.kebab}/src/${folder}/${done.kebab}.ts`;
  if (done.kebab !== `${thing.kebab}-added` || !tree.has(path) || !tree.read(path).includes(call)) {
    return [`Call ${here} in the transaction that makes it true.`];
  }
  tree.edit(path, (text) => {
    const published = replaceOnce(text, call, fill('publish-added.ts', names).trimEnd());
    const given = published.replace('private readonly database: Database,', '$&\n    private readonly events: Events,');
    return addImport(
      addImport(given, 'Events', '@polylogue/service-kit'),
      `publish${done.pascal}`,
      `./${done.kebab}.js`,
    );
  });
  return [];
}
