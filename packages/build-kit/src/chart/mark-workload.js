/** @import { Manifest, Workload } from '../manifests/manifest.js' */
/** @import { Making } from './lift.js' */
import { containersOf } from '../manifests/render.js';
import { liftOfSlice } from './lift.js';

/** @param {Manifest} object @returns {boolean} whether it runs a server, which reads the ConfigMap of all servers */
export const isServer = ({ kind, metadata: { labels = {} } }) =>
  kind === 'Deployment' && labels['app.kubernetes.io/component'] === 'server';

/**
 * Marks images, the Secrets they are pulled with, and the version in the name of a Job.
 * @param {Making} making
 * @param {Workload} workload
 */
export function markWorkload({ marks, values, version }, workload) {
  for (const container of containersOf(workload)) {
    const [, registry, slice, tag] = /^(.*)\/([\w-]+):([\w.-]+)$/.exec(container.image) ?? [];
    if (tag !== version) continue;
    values.fill(['image', 'registry'], registry);
    container.image = marks.inline(`printf "%s/${slice}:%s" .Values.image.registry $tag | quote`);
  }
  const { metadata, spec } = workload;
  const [before, after] = metadata.name.split(version.replaceAll('.', '-'));
  if (after === '') metadata.name = marks.inline(`printf "${before}%s" ($tag | replace "." "-")`);
  Object.assign(spec.template.spec, { [marks.optionalBlock('.Values.image.pullSecrets', 'imagePullSecrets')]: null });
  if (!isServer(workload)) return;
  // A pod reads its environment when it starts: with another environment it must be another pod.
  const sum = marks.inline('cat (toJson .Values.configuration) .Values.otel.endpoint | sha256sum');
  Object.assign(spec.template.metadata, { annotations: { 'checksum/configuration': sum } });
}

/**
 * Marks what can be set for each slice.
 * @param {Making} making
 * @param {Manifest} object
 */
export function markSlice(making, object) {
  if (object.kind === 'HorizontalPodAutoscaler') {
    liftOfSlice(making, object.spec, 'minReplicas');
    liftOfSlice(making, object.spec, 'maxReplicas');
  }
  if (object.kind !== 'Deployment') return;
  // Beside an autoscaler nothing else says how many there are.
  if (object.spec.replicas !== undefined) liftOfSlice(making, object.spec, 'replicas');
  liftOfSlice(making, object.spec.template.spec.containers[0], 'resources', 'block');
}
