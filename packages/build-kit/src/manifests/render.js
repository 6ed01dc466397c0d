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
 * @property {string[]} [components] folders that add to these objects and patch them
 * @property {Replacement[]} [replacements]
 */

/** @typedef {{ kind: string, name?: string }} Target which objects a patch is for; the name is a pattern of the whole name */

/** @typedef {{ name: string, newName?: string, newTag?: string }} ImageRule */

/**
 * @typedef {object} Replacement copies a value of one object, or a part of it, into others
 * @property {Address & { fieldPath: string, options?: { delimiter: string, index: number } }} source
 * @property {{ select: Address, fieldPaths: string[] }[]} targets
 */

/** @typedef {{ kind: string, name: string }} Address */

/** @typedef {{ op: string, path: string, value: unknown }} PatchStep of a JSON patch */

const known = new Set('apiVersion kind namespace resources components images patches replacements'.split(' '));

/**
 * Renders a folder as `kubectl kustomize` does, as far as this project uses it, so that its manifests can be checked where
 * there is no kubectl. Where there is one, a test holds the two against each other.
 * @param {string} folder with a kustomization.yaml
 * @param {Manifest[]} [before] what a component is added to
 * @returns {Manifest[]}
 */
export function render(folder, before = []) {
  /** @type {Kustomization} */
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  const strange = Object.keys(kustomization).filter((field) => !known.has(field));
  if (strange.length > 0) throw new Error(`${folder}: this renderer does not know ${strange.join(', ')}`);
  const { resources = [], components = [], namespace, images = [], patches = [], replacements = [] } = kustomization;
  const own = resources.flatMap((path) =>
    path.endsWith('.yaml') ? readObjects(join(folder, path)) : render(join(folder, path)),
  );
  const objects = components.reduce((all, path) => render(join(folder, path), all), [...before, ...own]);
  for (const each of patches) applyPatch(objects, each, folder);
  for (const each of replacements) replace(objects, each);
  for (const object of objects) {
    if (namespace && object.kind !== 'Namespace') object.metadata.namespace = namespace;
    for (const container of containersOf(object)) container.image = renamed(container.image, images);
  }
  return objects;
}

/** @param {Manifest[]} objects @param {{ target: Target, patch: string }} patch @param {string} folder */
function applyPatch(objects, { target, patch }, folder) {
  const found = objects.filter((each) => isMeant(each, target));
  if (found.length === 0) throw new Error(`${folder}: no object is meant by the patch of ${JSON.stringify(target)}`);
  /** @type {PatchStep[]} */
  const steps = parse(patch);
  for (const object of found) for (const step of steps) apply(object, step);
}

/** @param {Manifest[]} objects @param {Replacement} replacement */
function replace(objects, { source, targets }) {
  const [from, key] = fieldOf(objects, source, source.fieldPath);
  const value = String(from[key]);
  const part = source.options ? value.split(source.options.delimiter)[source.options.index] : value;
  for (const { select, fieldPaths } of targets) {
    for (const path of fieldPaths) {
      const [to, last] = fieldOf(objects, select, path);
      to[last] = part;
    }
  }
}

/**
 * @param {Manifest[]} objects
 * @param {Address} address
 * @param {string} path keys with dots between them; a key that has dots itself stands in brackets
 * @returns {[holder: Fields, key: string]} of a field that must be there
 */
function fieldOf(objects, { kind, name }, path) {
  const object = objects.find((each) => each.kind === kind && each.metadata.name === name);
  const keys = [...path.matchAll(/\[([^\]]+)\]|[^.[\]]+/g)].map(([whole, bracketed]) => bracketed ?? whole);
  const last = keys.pop() ?? '';
  const holder = keys.reduce(
    (at, key) => /** @type {Fields | undefined} */ (at?.[key]),
    /** @type {Fields | undefined} */ (/** @type {unknown} */ (object)),
  );
  if (!holder || !(last in holder)) throw new Error(`${kind} ${name} has no field ${path}`);
  return [holder, last];
}

/** @param {Manifest} object @param {Target} target */
const isMeant = ({ kind, metadata }, { kind: wanted, name = '.*' }) =>
  kind === wanted && new RegExp(`^(${name})$`).test(metadata.name);

/** @param {string} path @returns {Manifest[]} the objects of one file, and nothing for an empty document */
export function readObjects(path) {
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
