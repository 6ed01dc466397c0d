/**
 * @import { Spelling } from '../names.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { mustBeKebab, spell } from '../names.js';
import { Refusal, refuseWhen } from '../refusal.js';
import { addImport, addLine, addProperty } from '../tree/grow-code.js';
import { planConsumer } from './plan-consumer.js';
import { publisher } from './publisher.js';

/**
 * @typedef {object} EventPlan
 * @property {Spelling} slice that publishes it
 * @property {Spelling} thing it happened to
 * @property {Spelling} done the event itself
 * @property {string} subject
 * @property {string} folder of the feature that keeps such things
 */

/**
 * A fact that a service tells, and what another keeps of it.
 * @param {Tree} tree
 * @param {string} service
 * @param {string} fact `noun.verb-past`, such as `reading-list.added`
 * @param {string} [consumer] a service that hears it
 * @returns {string[]} what is left to do by hand
 */
export function planEvent(tree, service, fact, consumer) {
  const [noun, verb, ...more] = fact.split('.');
  if (!noun || !verb || more.length > 0) {
    throw new Refusal(`Write an event as noun.verb-past, such as reading-list.added, not "${fact}".`);
  }
  mustBeKebab(noun, 'noun');
  mustBeKebab(verb, 'verb');
  refuseWhen(
    !/(ed|en|t|n|de|ne|d)$/.test(verb),
    `"${verb}" is no past participle: a fact is something that has happened.`,
  );
  for (const name of [service, ...(consumer ? [consumer] : [])]) mustExist(tree, name);
  refuseWhen(consumer === service, `${service} knows what it tells: name another service as the consumer.`);
  const slice = spell(service);
  const [thing, done] = [spell(noun), spell(`${noun}-${verb}`)];
  const subject = `${slice.snake}.${done.snake}.v1`;
  refuseWhen(tree.read('proto/src/event-map.ts').includes(`'${subject}'`), `${subject} is told already.`);
  const folder = folderOf(tree, service, thing);
  /** @type {EventPlan} */
  const all = { slice, thing, done, subject, folder };

  const path = `proto/${slice.snake}/v1/events.proto`;
  const message = messageOf(all);
  if (!tree.has(path)) tree.make(path, `syntax = "proto3";\n\npackage ${slice.snake}.v1;\n\n${message}`);
  else {
    refuseWhen(tree.read(path).includes(`message ${done.pascal} `), `${path} has a message ${done.pascal} already.`);
    tree.edit(path, (text) => `${text.trimEnd()}\n\n${message}`);
  }
  tree.edit('proto/src/event-map.ts', (text) => {
    const from = `./gen/${slice.snake}/v1/events.js`;
    const [, known] = new RegExp(`import \\* as (\\w+) from '${from}'`).exec(text) ?? [];
    const imported = known ? text : addLine(text, `import * as ${slice.camel} from '${from}';`);
    return addProperty(imported, 'eventMap', `'${subject}': ${known ?? slice.camel}.${done.pascal}`);
  });
  tree.make(`services/${service}/src/${folder}/${done.kebab}.ts`, publisher(all));
  if (consumer) planConsumer(tree, spell(consumer), all);
  return tellIt(tree, all);
}

/** @param {Tree} tree @param {string} service */
function mustExist(tree, service) {
  if (tree.has(`services/${service}/src/service.ts`)) return;
  throw new Refusal(`There is no service "${service}": it would be services/${service}.`);
}

/** @param {EventPlan} plan */
const messageOf = ({
  thing,
  done,
  subject,
}) => `// ${subject}: a ${thing.words} was ${done.words.slice(thing.words.length + 1)}.
message ${done.pascal} {
  string ${thing.snake}_id = 1;
  // Whose it is.
  string user_id = 2;
}
`;

/**
 * The feature that keeps such things; it is their service's to tell what happened to them.
 * @param {Tree} tree
 * @param {string} service
 * @param {Spelling} thing
 */
function folderOf(tree, service, { kebab }) {
  const plural = [`${kebab}s`, `${kebab}es`, kebab.replace(/y$/, 'ies'), kebab];
  const found = plural.find((name) => tree.list(`services/${service}/src/${name}`).length > 0);
  if (found) return found;
  throw new Refusal(
    `${service} has no feature that keeps a ${kebab}: a fact is told where it becomes true. Make it first: npm run new -- feature ${service} ${plural[0]}`,
  );
}

/**
 * A feature as the generator makes it tells the fact by itself when one was added; elsewhere a person must say when.
 * @param {Tree} tree
 * @param {EventPlan} plan
 */
function tellIt(tree, { slice, thing, done, folder }) {
  const path = `services/${slice.kebab}/src/${folder}/${folder}.service.ts`;
  const many = spell(folder).camel;
  const call = `(tx) => this.${many}.add(tx, userId, name));`;
  const here = `tell${done.pascal} of services/${slice.kebab}/src/${folder}/${done.kebab}.ts`;
  if (done.kebab !== `${thing.kebab}-added` || !tree.has(path) || !tree.read(path).includes(call)) {
    return [`Call ${here} in the transaction that makes it true.`];
  }
  tree.edit(path, (text) => {
    const told = text.replace(
      call,
      `async (tx) => {
      const row = await this.${many}.add(tx, userId, name);
      if (row.isNew) await tell${done.pascal}(this.events, tx, { ${thing.camel}Id: row.id, userId });
      return row;
    });`,
    );
    const given = told.replace('private readonly database: Database,', '$&\n    private readonly events: Events,');
    return addImport(addImport(given, 'Events', '@polylogue/service-kit'), `tell${done.pascal}`, `./${done.kebab}.js`);
  });
  return [];
}
