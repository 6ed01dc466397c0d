/**
 * @import { Spelling } from '../names.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { replaceOnce } from '../tree/grow-text.js';
import { copyRows, inWordsOf } from '../tree/grow-yaml.js';
import { model } from './service-files.js';

/** @typedef {(row: unknown, key?: string) => boolean} IsLike */

/**
 * Keys, roles, migration and the server itself in docker-compose.yml, and a target for Prometheus.
 * @param {Tree} tree
 * @param {Spelling} slice
 */
export function copyCompose(tree, slice) {
  const rename = inWordsOf(model, slice);
  /** @param {string} name @returns {IsLike} */
  const isCalled = (name) => (_row, key) => key === name;
  /**
   * What the model reads beside what every server reads is its own.
   * @param {string} rows
   */
  const common = (rows) =>
    withoutLines(rename(rows), new RegExp(`^\\s+${slice.upper}_(?!HEALTH_PORT)`))
      // Every service asks admin whether a user really is erased.
      .replace(/^( *)nats: \{ condition: service_started \}$/m, '$&\n$1admin: { condition: service_healthy }');
  /** @type {[path: string[], isLike: IsLike, words: (text: string) => string][]} */
  const steps = [
    [['x-addresses'], isCalled(`${model.upper}_GRPC_URL`), rename],
    [['services', 'keys', 'volumes'], (row) => row === `keys-${model.kebab}:/keys/${model.kebab}`, rename],
    [['services'], isCalled(`migrate-${model.kebab}`), rename],
    [['services'], isCalled(model.kebab), common],
    [['services', 'gateway', 'depends_on'], isCalled(model.kebab), rename],
    [['volumes'], isCalled(`keys-${model.kebab}`), rename],
  ];
  for (const [path, isLike, words] of steps) {
    tree.edit('docker-compose.yml', (text) => copyRows(text, [0, ...path], isLike, words));
  }
  tree.edit('packages/build-kit/docker/prometheus/prometheus.yml', (text) =>
    replaceOnce(text, `${model.kebab}:7100`, `${model.kebab}:7100, ${slice.kebab}:7100`),
  );
}

/** @param {string} text @param {RegExp} pattern */
const withoutLines = (text, pattern) =>
  text
    .split('\n')
    .filter((line) => !pattern.test(line))
    .join('\n');
