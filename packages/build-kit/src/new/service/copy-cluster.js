/**
 * @import { Manifest, Peer } from '../../manifests/manifest.js'
 * @import { Spelling } from '../names.js'
 * @import { YamlPath } from '../tree/grow-yaml.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { isMap, isSeq, parseAllDocuments } from 'yaml';
import { copyRows, inWordsOf } from '../tree/grow-yaml.js';
import { model } from './service-files.js';

const nameLabel = 'app.kubernetes.io/name';
/** Read by the model without its prefix. */
const setupCode = 'SETUP_CODE';
const shared = /^(HEALTH_PORT|DATABASE_URL|WORKER_DATABASE_URL|OWNER_DATABASE_URL|NATS_PASSWORD|SIGNING_KEY)$/;

/**
 * The manifests of a service, and its row wherever the cluster has one for each.
 * @param {Tree} tree
 * @param {Spelling} slice
 */
export function copyCluster(tree, slice) {
  const rename = inWordsOf(model, slice);
  for (const file of tree.list(`k8s/${model.kebab}`)) {
    tree.make(`k8s/${slice.kebab}/${file}`, ownManifest(rename(tree.read(`k8s/${model.kebab}/${file}`)), slice));
  }
  /**
   * @template Row
   * @param {string} path
   * @param {YamlPath} keys
   * @param {(row: Row, key?: string) => boolean} isLike
   */
  const edit = (path, keys, isLike) => tree.edit(`k8s/${path}`, (text) => copyRows(text, keys, isLike, rename));
  edit('platform/config-map.yaml', [0, 'data'], (_row, key) => key === `${model.upper}_GRPC_URL`);
  /** @param {{ name: string }} row */
  const isModels = ({ name }) => name.startsWith(`${model.upper}_`);
  edit('platform/provision.yaml', [0, 'spec', 'template', 'spec', 'containers', 0, 'env'], isModels);
  for (const overlay of ['local', 'production']) {
    edit(`overlays/${overlay}/kustomization.yaml`, [0, 'resources'], (row) => row === `../../${model.kebab}`);
    for (const file of ['postgres.yaml', 'nats.yaml']) {
      for (const name of [model.kebab, ...(file === 'postgres.yaml' ? [`migrate-${model.kebab}`] : [])]) {
        admit(tree, `k8s/overlays/${overlay}/${file}`, name, rename);
      }
    }
  }
  /** @param {{ name: string }} row */
  const isImage = ({ name }) => name === `polylogue/${model.kebab}`;
  edit('overlays/production/kustomization.yaml', [0, 'images'], isImage);
  admit(tree, 'k8s/gateway/access.yaml', model.kebab, rename, 'egress');
  // Every service asks admin whether a user really is erased.
  admit(tree, 'k8s/admin/access.yaml', 'gateway', (text) => text.replace('gateway', slice.kebab));
}

/**
 * Whoever lets pods called `name` in, or may go to them, does the same with the new ones.
 * @param {Tree} tree
 * @param {string} path
 * @param {string} name
 * @param {(text: string) => string} rename
 * @param {'ingress' | 'egress'} [way]
 */
function admit(tree, path, name, rename, way = 'ingress') {
  const side = way === 'ingress' ? 'from' : 'to';
  /** @param {Peer} row */
  const isLike = (row) => row.podSelector?.matchLabels?.[nameLabel] === name;
  tree.edit(path, (text) => {
    /** @type {(Manifest | null)[]} */
    const documents = parseAllDocuments(text).map((document) => document.toJS());
    for (const [index, document] of documents.entries()) {
      if (document?.kind !== 'NetworkPolicy') continue;
      const { ingress = [], egress = [] } = document.spec;
      const peers = way === 'ingress' ? ingress.map(({ from }) => from) : egress.map(({ to }) => to);
      const rule = peers.findIndex((each) => each?.some(isLike));
      if (rule >= 0) return copyRows(text, [index, 'spec', way, rule, side], isLike, rename);
    }
    throw new Error(`No policy of ${path} names ${name}.`);
  });
}

/**
 * Without what is the model's own affair: further environment, and callers other than the gateway.
 * @param {string} text
 * @param {Spelling} slice
 */
function ownManifest(text, slice) {
  const documents = parseAllDocuments(text);
  for (const document of documents) {
    const env = document.getIn(['spec', 'template', 'spec', 'containers', 0, 'env']);
    if (isSeq(env)) {
      env.items = env.items.filter((item) => {
        const name = isMap(item) ? String(item.get('name')) : '';
        const [, own] = new RegExp(`^${slice.upper}_(.*)$`).exec(name) ?? [];
        return own === undefined ? name !== setupCode : shared.test(own);
      });
    }
    const callers = document.get('kind') === 'NetworkPolicy' && document.getIn(['spec', 'ingress', 0, 'from']);
    if (!isSeq(callers)) continue;
    const toAdmin = { to: [{ podSelector: { matchLabels: { [nameLabel]: 'admin' } } }], ports: [{ port: 7000 }] };
    document.addIn(['spec', 'egress'], document.createNode(toAdmin));
    const labels = ['podSelector', 'matchLabels', nameLabel];
    callers.items = callers.items.filter((item) => {
      const name = isMap(item) ? item.getIn(labels) : undefined;
      return name === 'gateway' || name === undefined;
    });
  }
  return documents.map((document) => document.toString({ lineWidth: 0, singleQuote: true })).join('');
}
