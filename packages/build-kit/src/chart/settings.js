/** @import { Kustomization } from '../manifests/render.js' */
/** @import { Tree } from './values.js' */

/** @typedef {Required<Kustomization>} Overlay */
/** @typedef {(overlay: Overlay) => void} Change */
/** @typedef {[what: string, values: Tree, change: Change]} Setting */

/** @param {...string} names @returns {Change} */
export const adding =
  (...names) =>
  ({ components }) =>
    void components.push(...names.map((name) => `../../components/${name}`));

/** @param {string} kind @param {string} name @param {...object} steps @returns {Change} */
const patching =
  (kind, name, ...steps) =>
  ({ patches }) =>
    void patches.push({ target: { kind, name }, patch: JSON.stringify(steps) });

/** @param {...Change} changes @returns {Change} */
const all =
  (...changes) =>
  (overlay) =>
    changes.forEach((change) => change(overlay));

/** @param {string} path @param {unknown} value */
const replaced = (path, value) => ({ op: 'replace', path, value });

/** @param {string} store @returns {Change} */
const external = (store) => (overlay) => {
  overlay.resources = overlay.resources.filter((each) => each !== `${store}.yaml`);
  adding(`external-${store}`)(overlay);
};
const elsewhere = (/** @type {string} */ store) => ({
  external: { host: `${store}.example.com`, cidr: '192.0.2.0/24' },
});

/** @type {Setting} */
const anotherHost = [
  'another host, class and certificate',
  { host: 'chat.test', tlsSecret: 'chat', ingress: { className: 'traefik', namespace: 'traefik' } },
  all(
    patching(
      'Ingress',
      'polylogue',
      replaced('/spec/ingressClassName', 'traefik'),
      replaced('/spec/tls/0', { hosts: ['chat.test'], secretName: 'chat' }),
      replaced('/spec/rules/0/host', 'chat.test'),
    ),
    patching(
      'NetworkPolicy',
      'ingress-to-shell',
      replaced('/spec/ingress/0/from/0/namespaceSelector/matchLabels/kubernetes.io~1metadata.name', 'traefik'),
    ),
  ),
];

/** @type {Setting} */
const anotherSize = [
  'another size and environment',
  {
    slices: {
      gateway: { minReplicas: 3, maxReplicas: 30, resources: { limits: { memory: '1Gi' } } },
      'mfe-history': { replicas: 3 },
    },
    postgres: { instances: 5, storage: { size: '1Ti', storageClass: 'fast' } },
    configuration: { AI_DISPATCH_USER_DAILY_BUDGET: '5', OLLAMA_URL: null },
  },
  all(
    patching('HorizontalPodAutoscaler', 'gateway', replaced('/spec/minReplicas', 3), replaced('/spec/maxReplicas', 30)),
    patching('Deployment', 'gateway', replaced('/spec/template/spec/containers/0/resources/limits/memory', '1Gi')),
    patching('Deployment', 'mfe-history', replaced('/spec/replicas', 3)),
    patching(
      'Cluster',
      'postgres',
      replaced('/spec/instances', 5),
      replaced('/spec/storage', { size: '1Ti', storageClass: 'fast' }),
    ),
    patching(
      'ConfigMap',
      'polylogue',
      { op: 'add', path: '/data/AI_DISPATCH_USER_DAILY_BUDGET', value: '5' },
      { op: 'remove', path: '/data/OLLAMA_URL' },
    ),
  ),
];

/** What an installation may configure: in the chart by values, with kustomize by a change of its overlay. @type {Setting[]} */
export const settings = [
  ['what is there at first', {}, () => undefined],
  [
    'a route in place of the Ingress',
    { ingress: { enabled: false }, httpRoute: { enabled: true } },
    (overlay) => {
      overlay.components = ['../../components/http-route'];
    },
  ],
  ['a route beside the Ingress', { httpRoute: { enabled: true } }, adding('http-route')],
  [
    'a collector of traces',
    { otel: { endpoint: 'http://otel-collector.observability.svc:4318' } },
    adding('otel-collector'),
  ],
  ['a Prometheus', { scraping: { namespace: 'monitoring' } }, adding('scraping')],
  [
    'stores that are elsewhere',
    { postgres: elsewhere('postgres'), nats: elsewhere('nats'), redis: elsewhere('redis') },
    all(external('postgres'), external('nats'), external('redis')),
  ],
  [
    'images from another registry, and a slice that is ahead',
    { image: { registry: 'registry.test/team' }, slices: { 'mfe-history': { tag: '9.9.9' } } },
    ({ images }) => {
      for (const image of images) {
        image.newName = image.name.replace('polylogue', 'registry.test/team');
        if (image.name.endsWith('/mfe-history')) image.newTag = '9.9.9';
      }
    },
  ],
  anotherHost,
  anotherSize,
];
