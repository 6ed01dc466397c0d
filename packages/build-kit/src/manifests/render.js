/** @import { Container, Kind, Manifest, ManifestOf, PodTemplate, Workload } from './manifest.js' */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/**
 * @typedef {object} Kustomization
 * @property {string} [namespace]
 * @property {string[]} [resources]
 * @property {ImageRule[]} [images]
 * @property {{ target: Target, patch: string }[]} [patches]
 */

/** @typedef {{ kind: string, name?: string }} Target which objects a patch is for; the name is a pattern of the whole name */

/** @typedef {{ name: string, newName?: string, newTag?: string }} ImageRule */

/** @typedef {{ op: string, path: string, value: unknown }} PatchStep of a JSON patch */

const known = new Set(['apiVersion', 'kind', 'namespace', 'resources', 'images', 'patches']);

/**
 * Renders a folder as `kubectl kustomize` does, as far as this project uses it, so that its manifests can be checked where
 * there is no kubectl. Where there is one, a test holds the two against each other.
 * @param {string} folder with a kustomization.yaml
 * @returns {Manifest[]}
 */
export function render(folder) {
  /** @type {Kustomization} */
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  const strange = Object.keys(kustomization).filter((field) => !known.has(field));
  if (strange.length > 0) throw new Error(`${folder}: this renderer does not know ${strange.join(', ')}`);
  const { resources = [], namespace, images = [], patches = [] } = kustomization;
  const objects = resources.flatMap((path) =>
    path.endsWith('.yaml') ? readObjects(join(folder, path)) : render(join(folder, path)),
  );
  for (const { target, patch } of patches) {
    const found = objects.filter((each) => isMeant(each, target));
    if (found.length === 0) throw new Error(`${folder}: no object is meant by the patch of ${JSON.stringify(target)}`);
    /** @type {PatchStep[]} */
    const steps = parse(patch);
    for (const object of found) for (const step of steps) apply(object, step);
  }
  for (const object of objects) {
    if (namespace && object.kind !== 'Namespace') object.metadata.namespace = namespace;
    for (const container of containersOf(object)) container.image = renamed(container.image, images);
  }
  return objects;
}

/** @param {Manifest} object @param {Target} target */
const isMeant = ({ kind, metadata }, { kind: wanted, name = '.*' }) =>
  kind === wanted && new RegExp(`^(${name})$`).test(metadata.name);

/** @param {string} path @returns {Manifest[]} the objects of one file, and nothing for an empty document */
function readObjects(path) {
  return parseAllDocuments(readFileSync(path, 'utf8'))
    .map((document) => document.toJS())
    .filter(Boolean);
}

/** @param {Manifest} object @returns {object is Workload} whether it makes pods */
export const isWorkload = (object) =>
  object.kind === 'Deployment' || object.kind === 'StatefulSet' || object.kind === 'Job';

/** @param {Manifest} object @returns {PodTemplate | undefined} the pod template of a workload, if the object is one */
export const podOf = (object) => (isWorkload(object) ? object.spec.template : undefined);

/**
 * @template {Kind} Wanted
 * @param {Manifest[]} objects
 * @param {Wanted} kind
 * @param {string} name
 * @returns {ManifestOf<Wanted> | undefined}
 */
export const findObject = (objects, kind, name) =>
  /** @type {ManifestOf<Wanted> | undefined} */ (
    objects.find((each) => each.kind === kind && each.metadata.name === name)
  );

/** @param {Manifest} object @returns {Container[]} every container of an object, those that run first included */
export function containersOf(object) {
  const pod = podOf(object)?.spec;
  return pod ? [...(pod.initContainers ?? []), ...pod.containers] : [];
}

/** @typedef {Record<string, unknown>} Fields */

/**
 * JSON patch (RFC 6902), of which we use these.
 * @param {Manifest} object
 * @param {PatchStep} step
 */
function apply(object, { op, path, value }) {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  const parent = keys.reduce(
    (at, key) => /** @type {Fields} */ (at[key]),
    /** @type {Fields} */ (/** @type {unknown} */ (object)),
  );
  if (op === 'replace' && !(last in parent))
    throw new Error(`${path} is not there to be replaced in ${object.metadata.name}`);
  if (op === 'remove') delete parent[last];
  else if (Array.isArray(parent) && last === '-') parent.push(value);
  else if (op === 'add' || op === 'replace') parent[last] = value;
  else throw new Error(`This renderer does not know the operation ${op}.`);
}

/** @param {string} image @param {ImageRule[]} images */
function renamed(image, images) {
  const [name = '', tag] = image.split(/:(?=[^/]*$)/);
  const rule = images.find((each) => each.name === name);
  return rule ? `${rule.newName ?? name}:${rule.newTag ?? tag}` : image;
}
