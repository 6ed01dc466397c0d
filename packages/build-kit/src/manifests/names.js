/** @import { Container, KeyReference, Labels, Manifest, ManifestOf, PortName, Volume, Workload } from './manifest.js' */
import { containersOf, findObject, isWorkload, podOf } from './render.js';

/** @param {Manifest} object */
const nameOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;
/** @param {Labels | undefined} labels @param {Labels} [wanted] */
const includes = (labels, wanted = {}) => Object.entries(wanted).every(([key, value]) => labels?.[key] === value);

/**
 * The workloads whose pods a selector means.
 * @param {Manifest[]} objects
 * @param {Labels} selector
 */
export const selected = (objects, selector) =>
  objects.filter((each) => podOf(each) && includes(podOf(each)?.metadata.labels, selector));

/** @param {Manifest} workload */
const portsOf = (workload) => containersOf(workload).flatMap(({ ports = [] }) => ports);
/** @param {Manifest} workload @param {PortName} port */
const hasPort = (workload, port) =>
  portsOf(workload).some(({ name, containerPort }) => name === port || containerPort === port);

/**
 * @typedef {object} Known what an overlay has, by name
 * @property {Manifest[]} objects
 * @property {(kind: string, name: string) => boolean} lacks
 * @property {(kind: 'ConfigMap' | 'Secret', reference: KeyReference) => boolean} lacksKey
 * @property {(selector?: Labels) => boolean} selectsPods
 */

/**
 * Names and ports that lead nowhere: only a cluster would say so.
 * @param {Manifest[]} objects everything an overlay renders, with the Secrets that are made beside it
 * @param {{ elsewhere: Record<string, string[]>, pods: string[] }} outside objects by kind, and names of pods, that others bring
 */
export function danglingNames(objects, outside) {
  const known = knownOf(objects, outside);
  return objects.flatMap((object) => faultsOf(object, known).map((fault) => `${nameOf(object)}: ${fault}`));
}

/**
 * @param {Manifest[]} objects
 * @param {{ elsewhere: Record<string, string[]>, pods: string[] }} outside
 * @returns {Known}
 */
function knownOf(objects, { elsewhere, pods }) {
  return {
    objects,
    lacks: (kind, name) =>
      !objects.some((each) => each.kind === kind && each.metadata.name === name) && !elsewhere[kind]?.includes(name),
    lacksKey: (kind, { name, key, optional }) => {
      if (optional || elsewhere[kind]?.includes(name)) return false;
      const found = findObject(objects, kind, name);
      return !(key in { ...found?.data, ...found?.stringData });
    },
    selectsPods: (selector = {}) => {
      const { 'app.kubernetes.io/name': name = '' } = selector;
      return Object.keys(selector).length === 0 || selected(objects, selector).length > 0 || pods.includes(name);
    },
  };
}

/** @param {Manifest} object @param {Known} known @returns {string[]} */
function faultsOf(object, known) {
  if (isWorkload(object)) {
    return [
      ...faultsOfPod(object, known),
      ...containersOf(object).flatMap((each) => faultsOfContainer(each, object, known)),
    ];
  }
  switch (object.kind) {
    case 'Service':
      return faultsOfService(object, known);
    case 'PodDisruptionBudget':
      return known.selectsPods(object.spec.selector.matchLabels) ? [] : ['selects no pod'];
    case 'HorizontalPodAutoscaler': {
      const { kind, name } = object.spec.scaleTargetRef;
      return known.lacks(kind, name) ? [`there is no ${kind} ${name}`] : [];
    }
    case 'Ingress':
      return faultsOfIngress(object, known);
    case 'HTTPRoute':
      return faultsOfRoute(object, known);
    case 'PodMonitor':
      return faultsOfPodMonitor(object, known);
    case 'NetworkPolicy':
      return faultsOfPolicy(object, known);
    default:
      return [];
  }
}

/** @param {Workload} workload @param {Known} known */
function faultsOfPod({ spec }, { lacks }) {
  const { selector, template: pod } = spec;
  /** @type {[isWrong: unknown, fault: string][]} */
  const faults = [
    [selector && !includes(pod.metadata.labels, selector.matchLabels), 'selects other pods than its own'],
    [lacks('ServiceAccount', pod.spec.serviceAccountName), `no ServiceAccount ${pod.spec.serviceAccountName}`],
    ...volumesOf({ spec }).flatMap(
      ({ configMap, secret, persistentVolumeClaim: claim }) =>
        /** @type {[unknown, string][]} */ ([
          [configMap && lacks('ConfigMap', configMap.name), `no ConfigMap ${configMap?.name}`],
          [secret && lacks('Secret', secret.secretName), `no Secret ${secret?.secretName}`],
          [claim && lacks('PersistentVolumeClaim', claim.claimName), `no claim ${claim?.claimName}`],
        ]),
    ),
    ...(pod.spec.topologySpreadConstraints ?? []).map(
      ({ labelSelector }) =>
        /** @type {[unknown, string]} */ ([
          !includes(pod.metadata.labels, labelSelector.matchLabels),
          'is spread by labels it does not have',
        ]),
    ),
  ];
  return faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []));
}

/** @param {Pick<Workload, 'spec'>} workload @returns {Volume[]} */
const volumesOf = ({ spec: { template, volumeClaimTemplates = [] } }) => [
  ...(template.spec.volumes ?? []),
  ...volumeClaimTemplates.map(({ metadata }) => metadata),
];

/** @param {Container} container @param {Workload} workload @param {Known} known */
function faultsOfContainer({ volumeMounts = [], envFrom = [], env = [], ...container }, workload, { lacks, lacksKey }) {
  const volumes = new Set(volumesOf(workload).map(({ name }) => name));
  return [
    ...volumeMounts.flatMap(({ name }) => (volumes.has(name) ? [] : [`no volume ${name}`])),
    ...probes.flatMap((probe) => {
      const { httpGet, tcpSocket, grpc } = container[probe] ?? {};
      const port = (httpGet ?? tcpSocket ?? grpc)?.port;
      return port === undefined || hasPort(workload, port)
        ? []
        : [`the ${probe} asks the port ${port}, which is not there`];
    }),
    ...envFrom.flatMap(({ configMapRef, secretRef }) => [
      ...(configMapRef && !configMapRef.optional && lacks('ConfigMap', configMapRef.name)
        ? [`no ConfigMap ${configMapRef.name}`]
        : []),
      ...(secretRef && !secretRef.optional && lacks('Secret', secretRef.name) ? [`no Secret ${secretRef.name}`] : []),
    ]),
    ...env.flatMap(({ name, valueFrom: { secretKeyRef: secret, configMapKeyRef: map } = {} }) => [
      ...(secret && lacksKey('Secret', secret) ? [`${name}: no key ${secret.key} in Secret ${secret.name}`] : []),
      ...(map && lacksKey('ConfigMap', map) ? [`${name}: no key ${map.key} in ConfigMap ${map.name}`] : []),
    ]),
  ];
}

const probes = /** @type {const} */ (['startupProbe', 'readinessProbe', 'livenessProbe']);

/** @param {ManifestOf<'Service'>} service @param {Known} known */
function faultsOfService({ spec }, { objects }) {
  // Another name for what is outside of the cluster.
  if (spec.externalName) return [];
  const workloads = selected(objects, spec.selector);
  if (workloads.length === 0) return ['selects no pod'];
  return spec.ports.flatMap(({ targetPort }) =>
    workloads.flatMap((each) => (hasPort(each, targetPort) ? [] : [`${nameOf(each)} has no port ${targetPort}`])),
  );
}

/** @param {ManifestOf<'Ingress'>} ingress @param {Known} known */
function faultsOfIngress({ spec }, { objects }) {
  const backends = spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  return backends.flatMap(({ name, port }) => {
    const ports = findObject(objects, 'Service', name)?.spec.ports ?? [];
    return ports.some((each) => each.name === port.name) ? [] : [`leads to no port of ${name}`];
  });
}

/** @param {ManifestOf<'HTTPRoute'>} route @param {Known} known */
function faultsOfRoute({ spec }, { objects }) {
  const backends = spec.rules.flatMap(({ backendRefs = [] }) => backendRefs);
  return backends.flatMap(({ name, port }) => {
    const ports = findObject(objects, 'Service', name)?.spec.ports ?? [];
    return ports.some((each) => each.port === port) ? [] : [`leads to no port of ${name}`];
  });
}

/** @param {ManifestOf<'PodMonitor'>} monitor @param {Known} known */
function faultsOfPodMonitor({ spec }, { objects }) {
  const workloads = selected(objects, spec.selector.matchLabels);
  if (workloads.length === 0) return ['selects no pod'];
  return spec.podMetricsEndpoints.flatMap(({ port }) =>
    workloads.flatMap((each) => (hasPort(each, port) ? [] : [`${nameOf(each)} has no port ${port}`])),
  );
}

/** @param {ManifestOf<'NetworkPolicy'>} policy @param {Known} known */
function faultsOfPolicy({ spec }, { objects, selectsPods }) {
  const { podSelector, ingress = [], egress = [] } = spec;
  const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)];
  const lost = peers.filter((peer) => !peer.namespaceSelector && !selectsPods(peer.podSelector?.matchLabels));
  const ports = ingress.flatMap(({ ports: open = [] }) => open.map(({ port }) => port));
  const workloads = selected(objects, podSelector.matchLabels ?? {});
  return [
    ...(selectsPods(podSelector.matchLabels) ? [] : ['selects no pod']),
    ...lost.map((peer) => `names pods that are not there: ${JSON.stringify(peer.podSelector?.matchLabels)}`),
    ...ports.flatMap((port) =>
      workloads.flatMap((each) => (hasPort(each, port) ? [] : [`${nameOf(each)} has no port ${port}`])),
    ),
  ];
}
