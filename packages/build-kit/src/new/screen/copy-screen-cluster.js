import { parseAllDocuments } from 'yaml';
import { copyRows, inWordsOf } from '../tree/grow-yaml.js';
import { model } from './model.js';

const nameLabel = 'app.kubernetes.io/name';

/** The manifests of a micro-frontend, and its row wherever the cluster has one for each. */
export function copyScreenCluster(tree, slice) {
  const rename = inWordsOf(model, slice);
  for (const file of tree.list(`k8s/${model.kebab}`)) {
    tree.make(`k8s/${slice.kebab}/${file}`, rename(tree.read(`k8s/${model.kebab}/${file}`)));
  }
  const edit = (path, keys, isLike) => tree.edit(`k8s/${path}`, (text) => copyRows(text, keys, isLike, rename));
  for (const overlay of ['local', 'production']) {
    edit(`overlays/${overlay}/kustomization.yaml`, [0, 'resources'], (row) => row === `../../${model.kebab}`);
  }
  edit('overlays/production/kustomization.yaml', [0, 'images'], ({ name }) => name === `polylogue/${model.kebab}`);
  const documents = parseAllDocuments(tree.read('k8s/shell/access.yaml')).map((document) => document.toJS());
  const policy = documents.findIndex(({ kind }) => kind === 'NetworkPolicy');
  const isLike = (row) => row.podSelector?.matchLabels?.[nameLabel] === model.kebab;
  const rule = documents[policy].spec.egress.findIndex(({ to }) => to?.some(isLike));
  edit('shell/access.yaml', [policy, 'spec', 'egress', rule, 'to'], isLike);
}
