/** @import { Manifest, ManifestOf } from '../manifests/manifest.js' */
/** @import { Fields, Making } from './lift.js' */
import { isWorkload } from '../manifests/render.js';
import { lift } from './lift.js';
import { markSlice, markWorkload } from './mark-workload.js';

/**
 * Marks in an object what an installation sets.
 * @param {Making} making
 * @param {Manifest} object
 */
export function markObject(making, object) {
  const mark = markers[`${object.kind} ${object.metadata.name}`];
  object.metadata.namespace = making.marks.inline('.Release.Namespace');
  if (isWorkload(object)) markWorkload(making, object);
  if (making.slice) markSlice(making, object);
  mark?.(making, object);
}

/** @typedef {(making: Making, object: any) => void} Marker of one object: the test against kustomize holds what it assumes */

const namespaceLabel = 'kubernetes.io/metadata.name';
/** @param {ManifestOf<'NetworkPolicy'>} policy @returns {Fields} the labels of the namespace that it names */
const namespaceOf = ({ spec: { ingress, egress } }) =>
  /** @type {Fields} */ ((ingress?.[0]?.from ?? egress?.[0]?.to)?.[0]?.namespaceSelector?.matchLabels);

/** @param {string} pipeline @returns {Marker} */
const namespaceFrom = (pipeline) => (making, policy) => {
  namespaceOf(policy)[namespaceLabel] = making.marks.inline(pipeline);
};

/** @param {string} path of the value @returns {Marker} */
const namespaceIs = (path) => (making, policy) => lift(making, namespaceOf(policy), namespaceLabel, path);

/** What leads to a store that is elsewhere. @param {string} store @param {string} service @returns {Record<string, Marker>} */
const external = (store, service) => ({
  [`Service ${service}`]: ({ marks }, { spec }) => {
    // Redis has a Service of that name in the cluster too.
    if (spec.externalName) spec.externalName = marks.inline(`.Values.${store}.external.host | quote`);
  },
  [`NetworkPolicy external-${store}`]: ({ marks }, { spec }) => {
    const needed = `required "${store}.external.cidr must say in which network ${store}.external.host is"`;
    spec.egress[0].to[0].ipBlock.cidr = marks.inline(`${needed} .Values.${store}.external.cidr | quote`);
  },
});

/** @param {'http' | 'https'} listener @returns {Marker} */
const route =
  (listener) =>
  (making, { spec }) => {
    lift(making, spec.parentRefs[0], 'name', 'httpRoute.gateway.name');
    lift(making, spec.parentRefs[0], 'namespace', 'httpRoute.gateway.namespace');
    lift(making, spec.parentRefs[0], 'sectionName', `httpRoute.listeners.${listener}`);
    lift(making, spec.hostnames, '0', 'host');
  };

/** @type {Record<string, Marker>} */
const markers = {
  'ConfigMap polylogue': (making, object) => {
    lift(making, object, 'data', 'configuration', 'block');
    // One more line of `data`, behind which nothing else stands.
    const endpoint = '  OTEL_EXPORTER_OTLP_ENDPOINT: {{ . | quote }}';
    object[making.marks.optional('.Values.otel.endpoint', endpoint)] = null;
  },
  'Ingress polylogue': (making, { metadata, spec }) => {
    lift(making, metadata, 'annotations', 'ingress.annotations', 'block');
    lift(making, spec, 'ingressClassName', 'ingress.className');
    lift(making, spec.tls[0], 'secretName', 'tlsSecret');
    lift(making, spec.tls[0].hosts, '0', 'host');
    lift(making, spec.rules[0], 'host', 'host');
  },
  'NetworkPolicy ingress-to-shell': namespaceIs('ingress.namespace'),
  'HTTPRoute polylogue': route('https'),
  'HTTPRoute polylogue-redirect': route('http'),
  'NetworkPolicy http-route-to-shell': namespaceIs('httpRoute.proxyNamespace'),
  'NetworkPolicy otel-collector': namespaceFrom('index (splitList "." .Values.otel.endpoint) 1 | quote'),
  'NetworkPolicy scraping': namespaceFrom('.Values.scraping.namespace | quote'),
  'NetworkPolicy scraping-postgres': namespaceFrom('.Values.scraping.namespace | quote'),
  'PodMonitor polylogue': ({ marks }, { metadata }) => {
    metadata.labels[marks.optional('.Values.scraping.labels', '{{- toYaml . | nindent 4 }}')] = null;
  },
  'Cluster postgres': (making, { spec }) => {
    lift(making, spec, 'instances', 'postgres.instances');
    for (const key of ['storage', 'walStorage', 'resources']) lift(making, spec, key, `postgres.${key}`, 'block');
    lift(making, spec.postgresql, 'parameters', 'postgres.parameters', 'block');
  },
  'ObjectStore postgres': (making, { spec }) => {
    lift(making, spec, 'retentionPolicy', 'postgres.backup.retentionPolicy');
    lift(making, spec, 'configuration', 'postgres.backup.configuration', 'block');
  },
  'ScheduledBackup postgres': (making, { spec }) => lift(making, spec, 'schedule', 'postgres.backup.schedule'),
  'StatefulSet redis': (making, { spec }) => {
    for (const container of spec.template.spec.containers) lift(making, container, 'image', 'redis.image');
  },
  ...external('postgres', 'postgres-rw'),
  ...external('nats', 'nats'),
  ...external('redis', 'redis'),
};
