/**
 * @import { NetworkPolicy, Peer } from '../../manifests/manifest.js'
 * @import { Spelling } from '../names.js'
 * @import { YamlPath } from '../tree/grow-yaml.js'
 * @import { Tree } from '../tree/tree.js'
 */
import { parseAllDocuments } from 'yaml';
import { defined } from '../../defined.js';
import { copyRows, inWordsOf } from '../tree/grow-yaml.js';
import { model } from './model.js';

const nameLabel = 'app.kubernetes.io/name';

/**
 * The manifests of a micro-frontend, and its row wherever the cluster has one for each.
 * @param {Tree} tree
 * @param {Spelling} slice
 */
export function copyScreenCluster(tree, slice) {
  const rename = inWordsOf(model, slice);
  for (const file of tree.list(`k8s/${model.kebab}`)) {
    tree.make(`k8s/${slice.kebab}/${file}`, rename(tree.read(`k8s/${model.kebab}/${file}`)));
  }
  /**
   * @template Row
   * @param {string} path
   * @param {YamlPath} keys
   * @param {(row: Row, key?: string) => boolean} isLike
   */
  const edit = (path, keys, isLike) => tree.edit(`k8s/${path}`, (text) => copyRows(text, keys, isLike, rename));
  for (const overlay of ['local', 'production']) {
    edit(`overlays/${overlay}/kustomization.yaml`, [0, 'resources'], (row) => row === `../../${model.kebab}`);
  }
  /** @param {{ name: string }} row */
  const isImage = ({ name }) => name === `polylogue/${model.kebab}`;
  edit('overlays/production/kustomization.yaml', [0, 'images'], isImage);
  /** @type {NetworkPolicy[]} */
  const documents = parseAllDocuments(tree.read('k8s/shell/access.yaml')).map((document) => document.toJS());
  const policy = documents.findIndex(({ kind }) => kind === 'NetworkPolicy');
  /** @param {Peer} row */
  const isLike = (row) => row.podSelector?.matchLabels?.[nameLabel] === model.kebab;
  const { egress = [] } = defined(documents[policy], 'The policy of the shell').spec;
  const rule = egress.findIndex(({ to }) => to?.some(isLike));
  edit('shell/access.yaml', [policy, 'spec', 'egress', rule, 'to'], isLike);
}
