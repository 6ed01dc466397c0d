import { containersOf, podOf } from './render.js';

const matches = (labels, selector = {}) =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);

/**
 * Who may open a connection to whom, as the NetworkPolicies of one namespace say together: a way is open when the one side
 * may leave by it and the other may be entered by it.
 * @param {any[]} objects
 * @param {{ name: string, ports: { name?: string, containerPort: number }[] }[]} [others] pods that operators and charts bring
 * @returns {string[]} sorted, as `gateway → admin:7000`
 */
export function openEdges(objects, others = []) {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const pods = [
    ...objects.filter(podOf).map((each) => ({
      labels: podOf(each).metadata.labels,
      ports: containersOf(each).flatMap(({ ports = [] }) => ports),
    })),
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

const nameOf = ({ labels }) => labels['app.kubernetes.io/name'];

function allows(policies, type, self, peer, port) {
  const mine = policies.filter(({ spec }) => spec.policyTypes.includes(type) && matches(self.labels, spec.podSelector));
  if (mine.length === 0) return true;
  const [rules, side] = type === 'Egress' ? ['egress', 'to'] : ['ingress', 'from'];
  return mine.some(({ spec }) =>
    (spec[rules] ?? []).some(
      (rule) => meets(rule[side], peer) && (!rule.ports || rule.ports.some((each) => isPort(each.port, port))),
    ),
  );
}

// Peers outside the namespace are no pods of ours: addresses of the internet and pods of other namespaces.
function meets(peers, pod) {
  return (peers ?? []).some(
    ({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector && matches(pod.labels, podSelector),
  );
}

const isPort = (wanted, { name, containerPort }) => wanted === name || wanted === containerPort;
