/** @import { KeyReference, Labels, Manifest, PortName, Volume } from './manifest.js' */
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
 * Names and ports that lead nowhere: only a cluster would say so.
 * @param {Manifest[]} objects everything an overlay renders, with the Secrets that are made beside it
 * @param {{ elsewhere: Record<string, string[]>, pods: string[] }} outside objects by kind, and names of pods, that others bring
 */
export function danglingNames(objects, { elsewhere, pods }) {
  /** @param {string} kind @param {string} name */
  const lacks = (kind, name) =>
    !objects.some((each) => each.kind === kind && each.metadata.name === name) && !elsewhere[kind]?.includes(name);
  /** @param {'ConfigMap' | 'Secret'} kind @param {KeyReference} reference */
  const lacksKey = (kind, { name, key, optional }) => {
    if (optional || elsewhere[kind]?.includes(name)) return false;
    const found = findObject(objects, kind, name);
    return !(key in { ...found?.data, ...found?.stringData });
  };
  /** @type {string[]} */
  const faults = [];
  /** @param {Manifest} object @param {string} sentence */
  const say = (object, sentence) => faults.push(`${nameOf(object)}: ${sentence}`);
  /** @param {Labels} [selector] */
  const meansSomebody = (selector = {}) => {
    const { 'app.kubernetes.io/name': name = '' } = selector;
    return Object.keys(selector).length === 0 || selected(objects, selector).length > 0 || pods.includes(name);
  };

  for (const object of objects) {
    const { kind, spec } = object;
    if (isWorkload(object)) {
      const { selector, template: pod, volumeClaimTemplates = [] } = object.spec;
      if (selector && !includes(pod.metadata.labels, selector.matchLabels))
        say(object, 'selects other pods than its own');
      if (lacks('ServiceAccount', pod.spec.serviceAccountName))
        say(object, `no ServiceAccount ${pod.spec.serviceAccountName}`);
      /** @type {Volume[]} */
      const volumes = [...(pod.spec.volumes ?? []), ...volumeClaimTemplates.map(({ metadata }) => metadata)];
      for (const { configMap, secret, persistentVolumeClaim: claim } of volumes) {
        if (configMap && lacks('ConfigMap', configMap.name)) say(object, `no ConfigMap ${configMap.name}`);
        if (secret && lacks('Secret', secret.secretName)) say(object, `no Secret ${secret.secretName}`);
        if (claim && lacks('PersistentVolumeClaim', claim.claimName)) say(object, `no claim ${claim.claimName}`);
      }
      for (const { topologySpreadConstraints = [] } of [pod.spec]) {
        for (const { labelSelector } of topologySpreadConstraints) {
          if (!includes(pod.metadata.labels, labelSelector.matchLabels))
            say(object, 'is spread by labels it does not have');
        }
      }
      for (const container of containersOf(object)) {
        for (const { name } of container.volumeMounts ?? []) {
          if (!volumes.some((volume) => volume.name === name)) say(object, `no volume ${name}`);
        }
        for (const probe of /** @type {const} */ (['startupProbe', 'readinessProbe', 'livenessProbe'])) {
          const { httpGet, tcpSocket, grpc } = container[probe] ?? {};
          const port = (httpGet ?? tcpSocket ?? grpc)?.port;
          if (port !== undefined && !hasPort(object, port))
            say(object, `the ${probe} asks the port ${port}, which is not there`);
        }
        for (const { configMapRef, secretRef } of container.envFrom ?? []) {
          if (configMapRef && !configMapRef.optional && lacks('ConfigMap', configMapRef.name))
            say(object, `no ConfigMap ${configMapRef.name}`);
          if (secretRef && !secretRef.optional && lacks('Secret', secretRef.name))
            say(object, `no Secret ${secretRef.name}`);
        }
        for (const { name, valueFrom } of container.env ?? []) {
          const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
          if (secretKeyRef && lacksKey('Secret', secretKeyRef))
            say(object, `${name}: no key ${secretKeyRef.key} in Secret ${secretKeyRef.name}`);
          if (configMapKeyRef && lacksKey('ConfigMap', configMapKeyRef))
            say(object, `${name}: no key ${configMapKeyRef.key} in ConfigMap ${configMapKeyRef.name}`);
        }
      }
    }
    if (kind === 'Service') {
      const workloads = selected(objects, spec.selector);
      if (workloads.length === 0) say(object, 'selects no pod');
      for (const { targetPort } of spec.ports) {
        for (const workload of workloads) {
          if (!hasPort(workload, targetPort)) say(object, `${nameOf(workload)} has no port ${targetPort}`);
        }
      }
    }
    if (kind === 'PodDisruptionBudget' && !meansSomebody(spec.selector.matchLabels)) say(object, 'selects no pod');
    if (kind === 'HorizontalPodAutoscaler' && lacks(spec.scaleTargetRef.kind, spec.scaleTargetRef.name)) {
      say(object, `there is no ${spec.scaleTargetRef.kind} ${spec.scaleTargetRef.name}`);
    }
    if (kind === 'Ingress') {
      for (const { backend } of spec.rules.flatMap(({ http }) => http.paths)) {
        const service = findObject(objects, 'Service', backend.service.name);
        if (!service?.spec.ports.some(({ name }) => name === backend.service.port.name))
          say(object, `leads to no port of ${backend.service.name}`);
      }
    }
    if (kind === 'NetworkPolicy') {
      if (!meansSomebody(spec.podSelector.matchLabels)) say(object, 'selects no pod');
      const peers = [
        ...(spec.ingress ?? []).flatMap(({ from = [] }) => from),
        ...(spec.egress ?? []).flatMap(({ to = [] }) => to),
      ];
      for (const { podSelector, namespaceSelector } of peers) {
        if (podSelector && !namespaceSelector && !meansSomebody(podSelector.matchLabels))
          say(object, `names pods that are not there: ${JSON.stringify(podSelector.matchLabels)}`);
      }
      for (const port of (spec.ingress ?? []).flatMap(({ ports = [] }) => ports)) {
        const strangers = selected(objects, spec.podSelector.matchLabels ?? {}).filter(
          (workload) => !hasPort(workload, port.port),
        );
        for (const workload of strangers) say(object, `${nameOf(workload)} has no port ${port.port}`);
      }
    }
  }
  return faults;
}
