/**
 * @import { Spelling } from '../names.js'
 * @import { EventPlan } from './plan-event.js'
 */
import { refuseWhen } from '../refusal.js';
import { addElement, addImport } from '../tree/grow-code.js';
import { neighboursOf, nextMigration } from '../service/plan-service-feature.js';
import { consumerCode, consumerTable } from './consumer-code.js';
import { consumerSpec } from './consumer-spec.js';

/**
 * @typedef {EventPlan & { consumer: Spelling, neighbours: Spelling[] }} ConsumerPlan an event, the service that
 * consumes it, and the upstreams that one needs an address of
 */

/**
 * A service that hears a fact and keeps it, once: which thing, whose, and when it was heard.
 * @param {import('../tree/tree.js').Tree} tree
 * @param {Spelling} consumer
 * @param {EventPlan} event
 */
export function planConsumer(tree, consumer, event) {
  const { done } = event;
  const folder = `services/${consumer.kebab}`;
  refuseWhen(tree.list(`${folder}/src/${done.kebab}`).length > 0, `${folder}/src/${done.kebab} is there already.`);
  const migration = nextMigration(tree, folder, done.kebab);
  const id = `${done.camel}${migration.slice(0, 4)}`;
  /** @type {ConsumerPlan} */
  const all = { ...event, consumer, neighbours: neighboursOf(tree, folder) };
  for (const [path, text] of consumerCode(all)) tree.make(`${folder}/src/${done.kebab}/${path}`, text);
  tree.make(`${folder}/src/migrations/${migration}.ts`, consumerTable(all, migration, id));
  tree.make(`${folder}/test/${done.kebab}.spec.ts`, consumerSpec(all));
  tree.edit(`${folder}/src/service.ts`, (text) =>
    addElement(addImport(text, id, `./migrations/${migration}.js`), 'migrations', id),
  );
  const name = `${consumer.kebab}.${done.pascal}Consumer.on${done.pascal}`;
  tree.edit('packages/build-kit/src/nats/rights.js', (text) =>
    addElement(text, 'consumers', `{ consumer: '${name}', subject: '${event.subject}' }`),
  );
  const module = `${done.pascal}Module`;
  tree.edit(`${folder}/src/app.module.ts`, (text) =>
    addElement(addImport(text, module, `./${done.kebab}/${done.kebab}.module.js`), 'imports', module),
  );
}
