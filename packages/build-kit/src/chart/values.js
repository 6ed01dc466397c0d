import { isMap, parseDocument } from 'yaml';

/** @typedef {{ [key: string]: unknown }} Tree */

/**
 * What an installation sets, in the order of values.yaml. What is `null` here is filled from the manifests as the chart is
 * made, so that there are no defaults but theirs.
 */
const skeleton = `
image:
  # Where the images of the slices are: <registry>/gateway and so on.
  registry: null
  # Empty means the version of the chart.
  tag: ''
  # Names of Secrets, as [{ name: registry }].
  pullSecrets: []
# The name under which users reach the installation.
host: null
# The Secret with the certificate of that name, for the Ingress; cert-manager makes it.
tlsSecret: null
ingress:
  enabled: true
  className: null
  annotations: null
  # The namespace of the controller's pods, which alone may reach the shell.
  namespace: null
# In place of the Ingress or beside it: routes of the Gateway API 1.2, attached to a Gateway that the cluster has.
httpRoute:
  enabled: false
  gateway:
    name: null
    namespace: null
  # Sections of that Gateway, with and without TLS.
  listeners:
    https: null
    http: null
  # The namespace of the proxies' pods, which alone may reach the shell.
  proxyNamespace: null
# Traces of all servers: http://<service>.<namespace>.svc:4318 of a collector (OTLP over HTTP). Empty means no traces.
otel:
  endpoint: ''
# Metrics of all servers: the namespace of a Prometheus with its operator. Empty means that nothing may scrape.
scraping:
  namespace: ''
  # Of the PodMonitor, if the Prometheus selects by label, as { release: kube-prometheus-stack }.
  labels: {}
# PostgreSQL by CloudNativePG, if no other is named. The other needs the role provisioner with the password of the Secret
# postgres-provisioner, which may make databases and roles.
postgres:
  external:
    host: ''
    # The network that it is in, as 10.20.0.0/24.
    cidr: ''
  instances: null
  storage: null
  walStorage: null
  resources: null
  parameters: null
  backup:
    schedule: null
    retentionPolicy: null
    configuration: null
# NATS by its own chart in this namespace, if no other is named. The other needs the users of the Secret nats.
nats:
  external:
    host: ''
    cidr: ''
# Redis with sentinels, if no other is named. The other needs the password of the Secret redis.
redis:
  external:
    host: ''
    cidr: ''
  image: null
# Environment that all servers read; the README of each slice says what there is. With null a key is left out.
configuration: null
# A slice is shipped alone by a tag of its own.
slices: {}
`;

/** The values of the chart, collected from the manifests. */
export class Values {
  #document = parseDocument(skeleton.trimStart(), { version: '1.1' });

  /**
   * Takes a default over from a manifest. Said twice, it must be the same both times.
   * @param {string[]} path
   * @param {unknown} value
   */
  fill(path, value) {
    const before = this.#plainAt(path) ?? undefined;
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(value)) {
      const [one, other] = [before, value].map((each) => JSON.stringify(each));
      throw new Error(`${path.join('.')} is ${one} in one manifest and ${other} in another.`);
    }
    const holder = path.slice(0, -1);
    if (holder.length > 0 && !this.#document.hasIn(holder)) {
      this.#document.setIn(holder, this.#document.createNode({}, { flow: false }));
    }
    this.#document.setIn(path, this.#document.createNode(value));
  }

  /** @returns {Tree} */
  plain() {
    return this.#document.toJS();
  }

  /** @returns {string} as values.yaml has them */
  print() {
    const empty = [...leaves(this.plain())].filter(([, value]) => value === null).map(([path]) => path);
    if (empty.length > 0) throw new Error(`No manifest says ${empty.join(', ')}.`);
    const slices = this.#document.get('slices');
    if (isMap(slices)) slices.flow = false;
    return this.#document.toString({ lineWidth: 0, singleQuote: true });
  }

  /** @param {string[]} path */
  #plainAt(path) {
    return path.reduce((at, key) => /** @type {Tree | undefined} */ (at)?.[key], /** @type {unknown} */ (this.plain()));
  }
}

/** @param {Tree} tree @param {string} [before] @returns {Generator<[path: string, value: unknown]>} */
function* leaves(tree, before = '') {
  for (const [key, value] of Object.entries(tree)) {
    if (value && typeof value === 'object') yield* leaves(/** @type {Tree} */ (value), `${before}${key}.`);
    else yield [`${before}${key}`, value];
  }
}
