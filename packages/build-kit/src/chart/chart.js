/** @import { Manifest } from '../manifests/manifest.js' */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { readObjects, render } from '../manifests/render.js';
import { markObject } from './mark-object.js';
import { Marks } from './marks.js';
import { notes } from './notes.js';
import { schemaOf } from './schema.js';
import { Values } from './values.js';

/** When the objects of a file are there; those of other files always are. @type {Record<string, string>} */
const conditions = {
  ingress: '.Values.ingress.enabled',
  'http-route': '.Values.httpRoute.enabled',
  'otel-collector': '.Values.otel.endpoint',
  scraping: '.Values.scraping.namespace',
  ...Object.fromEntries(
    ['postgres', 'nats', 'redis'].flatMap((store) => [
      [store, `not .Values.${store}.external.host`],
      [`external-${store}`, `.Values.${store}.external.host`],
    ]),
  ),
};

const made = 'Made by `npm run chart` from the manifests of k8s/: change those.';
const aboutValues = `# What an installation sets. Put what differs into a file of your own and name it: helm install -f my-values.yaml …
# ${made}`;

/** @typedef {{ name: string, objects: Manifest[], isSlice?: boolean }} Group the objects of one template */

/**
 * The Helm chart, made from what kustomize gives for `production` and from the components.
 * @param {string} root
 * @returns {Map<string, string>} texts by their paths in the chart
 */
export function chartOf(root) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const values = new Values();
  /** @type {[path: string, text: string][]} */
  const templates = groupsOf(join(root, 'k8s')).map((group) => [
    `templates/${group.name}.yaml`,
    templateOf(group, values, version),
  ]);
  return new Map([
    ['Chart.yaml', stringify(aboutOf(version))],
    ['values.yaml', `${aboutValues}\n\n${values.print()}`],
    ['values.schema.json', `${JSON.stringify(schemaOf(values.plain()), null, 2)}\n`],
    ['templates/NOTES.txt', notes],
    ...templates,
  ]);
}

/** @param {string} version */
const aboutOf = (version) => ({
  apiVersion: 'v2',
  name: 'polylogue',
  description: 'One message, many AI services, every reply side by side.',
  type: 'application',
  version,
  appVersion: version,
  // Since then a container may sleep before it is stopped.
  kubeVersion: '>=1.30.0-0',
});

/** @param {string} k8s @returns {Group[]} */
function groupsOf(k8s) {
  const production = join(k8s, 'overlays/production');
  const all = render(production);
  /** @type {{ resources: string[] }} */
  const { resources } = parse(readFileSync(join(production, 'kustomization.yaml'), 'utf8'));
  const own = resources.map((path) => {
    const isFile = path.endsWith('.yaml');
    const from = join(production, path);
    const keys = (isFile ? readObjects(from) : render(from)).map(keyOf);
    const name = basename(path, '.yaml');
    return { name, objects: all.filter((each) => keys.includes(keyOf(each))), isSlice: !isFile && name !== 'platform' };
  });
  const components = readdirSync(join(k8s, 'components')).sort();
  const chosen = components.map((name) => {
    const more = render(join(k8s, 'components', name), structuredClone(all)).slice(all.length);
    return { name, objects: more };
  });
  return [...own, ...chosen];
}

/** @param {Manifest} object */
const keyOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;

/** @param {Group} group @param {Values} values @param {string} version @returns {string} */
function templateOf({ name, objects, isSlice = false }, values, version) {
  const marks = new Marks();
  if (isSlice) values.fill(['slices', name, 'tag'], '');
  const making = { marks, values, version, ...(isSlice && { slice: name }) };
  // The Secrets are made before the chart is installed, and the namespace before them.
  const printed = objects
    .filter(({ kind }) => kind !== 'Namespace')
    .map((object) => {
      markObject(making, object);
      return `---\n${marks.print(object)}`;
    });
  const body = printed.join('');
  const condition = conditions[name];
  return [
    `{{- /* ${made} */ -}}\n`,
    ...variablesOf(body, isSlice ? name : 'admin'),
    condition ? `{{- if ${condition} }}\n${body}{{- end }}\n` : body,
  ].join('');
}

/** @param {string} body @param {string} slice whose image it runs: outside of slices only the Job that makes the roles, by admin's */
function variablesOf(body, slice) {
  const [hasTag, hasSlice] = [body.includes('$tag'), body.includes('$slice')];
  return [
    ...(hasTag || hasSlice ? [`{{- $slice := index .Values.slices "${slice}" }}\n`] : []),
    ...(hasTag ? ['{{- $tag := $slice.tag | default .Values.image.tag | default .Chart.AppVersion }}\n'] : []),
  ];
}
