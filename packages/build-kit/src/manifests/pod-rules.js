/** @import { Container, Manifest } from './manifest.js' */
import { containersOf, podOf } from './render.js';

const volumeKinds = new Set(['configMap', 'emptyDir', 'secret', 'projected', 'persistentVolumeClaim']);
/** @type {Record<string, number>} */
const units = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, m: 0.001, '': 1 };

/**
 * A quantity of Kubernetes as a number: `100m`, `2Gi`.
 * @param {string | number} text
 */
export function quantity(text) {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(Ki|Mi|Gi|m|)$/.exec(String(text)) ?? [];
  const factor = units[unit];
  if (digits === undefined || factor === undefined) throw new Error(`"${text}" is no quantity`);
  return Number(digits) * factor;
}

/**
 * What of a pod goes against the standard "restricted", and against what we ask beyond it.
 * @param {Manifest} object
 */
export function podFaults(object) {
  const pod = podOf(object)?.spec;
  if (!pod) return [];
  const faults = [];
  const { securityContext = {} } = pod;
  if (pod.automountServiceAccountToken !== false) faults.push('is given a token of its ServiceAccount');
  if (securityContext.runAsNonRoot !== true || !((securityContext.runAsUser ?? 0) > 0)) faults.push('may run as root');
  if (securityContext.seccompProfile?.type !== 'RuntimeDefault') faults.push('has no seccomp profile');
  for (const field of /** @type {const} */ (['hostNetwork', 'hostPID', 'hostIPC']))
    if (pod[field]) faults.push(`asks for ${field}`);
  for (const { name, ...source } of pod.volumes ?? []) {
    if (!Object.keys(source).every((kind) => volumeKinds.has(kind)))
      faults.push(`volume ${name} is of a kind that is not allowed`);
  }
  for (const container of containersOf(object))
    faults.push(...containerFaults(container).map((fault) => `${container.name} ${fault}`));
  return faults.map((fault) => `${object.kind} ${object.metadata.name}: ${fault}`);
}

/** @param {Container} container */
function containerFaults({ securityContext = {}, resources = {}, ports = [] }) {
  const faults = [];
  if (securityContext.allowPrivilegeEscalation !== false) faults.push('may become more than it is');
  if (securityContext.readOnlyRootFilesystem !== true) faults.push('may write into its image');
  if (!securityContext.capabilities?.drop?.includes('ALL')) faults.push('keeps capabilities');
  if (securityContext.privileged || securityContext.capabilities?.add) faults.push('is given privileges');
  if (ports.some(({ hostPort }) => hostPort)) faults.push('asks for a port of the host');
  const { requests = {}, limits = {} } = resources;
  if (!requests.cpu || !requests.memory || !limits.memory) faults.push('does not say what it needs');
  for (const [key, limit] of Object.entries(limits)) {
    if (requests[key] && quantity(requests[key]) > quantity(limit)) faults.push(`asks for more ${key} than it may use`);
  }
  return faults;
}
