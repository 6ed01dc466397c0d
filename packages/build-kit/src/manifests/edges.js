/** @import { ContainerPort, Labels, Manifest, NetworkPolicy, Peer, PortName, Selector } from './manifest.js' */
import { containersOf, podOf } from './render.js';

/** @param {Labels} labels @param {Selector} [selector] */
const matches = (labels, selector = {}) =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);

/** @typedef {{ labels: Labels, ports: ContainerPort[] }} Pod */

/**
 * The connections that the NetworkPolicies of one namespace allow together: egress of the one side and ingress of the other
 * must both allow it.
 * @param {Manifest[]} objects
 * @param {{ name: string, ports: ContainerPort[] }[]} [others] pods that operators and charts bring
 * @returns {string[]} sorted, as `gateway → admin:7000`
 */
export function openEdges(objects, others = []) {
  const policies = objects.filter((each) => each.kind === 'NetworkPolicy');
  const pods = [
    ...objects.flatMap((each) => {
      const labels = podOf(each)?.metadata.labels;
      return labels ? [{ labels, ports: containersOf(each).flatMap(({ ports = [] }) => ports) }] : [];
    }),
    ...others.map(({ name, ports }) => ({ labels: { 'app.kubernetes.io/name': name }, ports })),
  ];
  const edges = pods.flatMap((from) =>
    pods.flatMap((to) =>
      to.ports
        .filter((port) => allows(policies, 'Egress', from, to, port) && allows(policies, 'Ingress', to, from, port))
        .map((port) => `${nameOf(from)} → ${nameOf(to)}:${port.containerPort}`),
    ),
  );
  return [...new Set(edges)].sort();
}

/** @param {Pod} pod */
const nameOf = ({ labels }) => labels['app.kubernetes.io/name'];

/**
 * @param {NetworkPolicy[]} policies
 * @param {'Egress' | 'Ingress'} type
 * @param {Pod} self
 * @param {Pod} peer
 * @param {ContainerPort} port
 */
function allows(policies, type, self, peer, port) {
  const mine = policies.filter(({ spec }) => spec.policyTypes.includes(type) && matches(self.labels, spec.podSelector));
  if (mine.length === 0) return true;
  return mine.some(({ spec }) => {
    const rules =
      type === 'Egress'
        ? (spec.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }))
        : (spec.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }));
    return rules.some(
      ({ peers, ports }) => meets(peers, peer) && (!ports || ports.some((each) => isPort(each.port, port))),
    );
  });
}

/**
 * Peers outside the namespace are no pods of ours: addresses of the internet and pods of other namespaces.
 * @param {Peer[] | undefined} peers
 * @param {Pod} pod
 */
function meets(peers, pod) {
  return (peers ?? []).some(
    ({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector && matches(pod.labels, podSelector),
  );
}

/** @param {PortName} wanted @param {ContainerPort} port */
const isPort = (wanted, { name, containerPort }) => wanted === name || wanted === containerPort;
