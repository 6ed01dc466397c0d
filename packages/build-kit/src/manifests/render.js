import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const known = new Set(['apiVersion', 'kind', 'namespace', 'resources', 'images', 'patches']);

/**
 * Renders a folder as `kubectl kustomize` does, as far as this project uses it, so that its manifests can be checked where
 * there is no kubectl. Where there is one, a test holds the two against each other.
 * @param {string} folder with a kustomization.yaml
 * @returns {any[]} Kubernetes objects
 */
export function render(folder) {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  const strange = Object.keys(kustomization).filter((field) => !known.has(field));
  if (strange.length > 0) throw new Error(`${folder}: this renderer does not know ${strange.join(', ')}`);
  const { resources = [], namespace, images = [], patches = [] } = kustomization;
  const objects = resources.flatMap((path) =>
    path.endsWith('.yaml') ? readObjects(join(folder, path)) : render(join(folder, path)),
  );
  for (const { target, patch } of patches) {
    const found = objects.filter(
      (each) => each.kind === target.kind && (target.name ?? each.metadata.name) === each.metadata.name,
    );
    if (found.length === 0) throw new Error(`${folder}: no object is meant by the patch of ${JSON.stringify(target)}`);
    for (const object of found) for (const step of parse(patch)) apply(object, step);
  }
  for (const object of objects) {
    if (namespace && object.kind !== 'Namespace') object.metadata.namespace = namespace;
    for (const container of containersOf(object)) container.image = renamed(container.image, images);
  }
  return objects;
}

/** @returns {any[]} the objects of one file, and nothing for an empty document */
function readObjects(path) {
  return parseAllDocuments(readFileSync(path, 'utf8'))
    .map((document) => document.toJS())
    .filter(Boolean);
}

/** The pod template of a workload, if the object is one. */
export const podOf = (object) =>
  /^(Deployment|StatefulSet|Job)$/.test(object.kind) ? object.spec.template : undefined;

/** Every container of an object, those that run first included. */
export function containersOf(object) {
  const { containers = [], initContainers = [] } = podOf(object)?.spec ?? {};
  return [...initContainers, ...containers];
}

// JSON patch (RFC 6902), of which we use these.
function apply(object, { op, path, value }) {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop();
  const parent = keys.reduce((at, key) => at[key], object);
  if (op === 'replace' && !(last in parent))
    throw new Error(`${path} is not there to be replaced in ${object.metadata.name}`);
  if (op === 'remove') delete parent[last];
  else if (Array.isArray(parent) && last === '-') parent.push(value);
  else if (op === 'add' || op === 'replace') parent[last] = value;
  else throw new Error(`This renderer does not know the operation ${op}.`);
}

function renamed(image, images) {
  const [name, tag] = image.split(/:(?=[^/]*$)/);
  const rule = images.find((each) => each.name === name);
  return rule ? `${rule.newName ?? name}:${rule.newTag ?? tag}` : image;
}
