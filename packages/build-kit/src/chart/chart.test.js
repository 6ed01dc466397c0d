/** @import { Manifest } from '../manifests/manifest.js' */
/** @import { Tree } from './values.js' */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withProduction } from '../manifests/copied-overlay.js';
import { isWorkload, render } from '../manifests/render.js';
import { root } from '../slices.js';
import { chartOf } from './chart.js';
import { isServer } from './mark-workload.js';
import { readAll, renderChart } from './render-chart.js';
import { settings } from './settings.js';
import { writtenChart } from './write-chart.js';

const folder = join(root, 'k8s/chart');
const chart = writtenChart(root);
const withHelm = spawnSync('helm', ['version']).status === 0 ? test : test.skip;

test('the chart in the checkout is what the manifests give: npm run chart', () => {
  expect([...chart].sort()).toEqual([...chartOf(root)].sort());
});

describe.each(settings)('with %s', (_what, values, change) => {
  test('the chart gives the objects that kustomize gives', () => {
    const ofKustomize = withProduction(change, render).filter(({ kind }) => kind !== 'Namespace');
    expect(byName(renderChart(chart, values).map(withoutSum))).toEqual(byName(ofKustomize));
  });

  withHelm('Helm gives the objects that are rendered here (needs helm)', () => {
    expect(byName(readAll(templateByHelm(values)))).toEqual(byName(renderChart(chart, values)));
  });
});

describe('the chart', () => {
  test('starts the servers anew when their environment changes, and nothing else', () => {
    /** @param {Tree} values */
    const sumsWith = (values) =>
      renderChart(chart, values).flatMap((each) => (sumOf(each) ? [[each, sumOf(each)]] : []));
    const before = sumsWith({});
    expect(before.filter(([object]) => !isServer(/** @type {Manifest} */ (object)))).toEqual([]);
    expect(before).toHaveLength(renderChart(chart).filter(isServer).length);
    const changes = [{ configuration: { LOG_LEVEL: 'debug' } }, { otel: { endpoint: 'http://a.b.svc:4318' } }];
    for (const values of changes) {
      const after = sumsWith(values);
      expect(before.filter(([, sum], index) => sum === after[index]?.[1])).toEqual([]);
    }
  });

  test('has a Job of its own for each version, and names the Secret of the registry', () => {
    const objects = renderChart(chart, { image: { tag: '2.0.0', pullSecrets: [{ name: 'registry' }] } });
    const jobs = objects.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name);
    expect(jobs).toContain('migrate-ai-dispatch-2-0-0');
    expect(jobs.filter((name) => !name.endsWith('-2-0-0'))).toEqual([]);
    const named = objects.filter(isWorkload).map(({ spec }) => spec.template.spec);
    expect(named.filter((pod) => !JSON.stringify(pod).includes('"imagePullSecrets":[{"name":"registry"}]'))).toEqual(
      [],
    );
  });

  test('allows egress to the namespace of the collector', () => {
    const objects = renderChart(chart, { otel: { endpoint: 'http://alloy.grafana.svc.cluster.local:4318' } });
    expect(JSON.stringify(byName(objects)['NetworkPolicy otel-collector'])).toContain('metadata.name":"grafana"');
    expect(byName(renderChart(chart))['NetworkPolicy otel-collector']).toBeUndefined();
  });

  test('requires the network of an external store', () => {
    const values = { redis: { external: { host: 'redis.test' } } };
    expect(() => renderChart(chart, values)).toThrow('redis.external.cidr must say');
  });

  test('holds no Secret', () => {
    expect(renderChart(chart).filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  withHelm('passes the strict lint of Helm (needs helm)', () => {
    const { status, stdout, stderr } = spawnSync('helm', ['lint', '--strict', folder], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  withHelm.each(
    /** @type {[Tree, RegExp][]} */ ([
      [{ ingres: {} }, /ingres/],
      [{ slices: { gateway: { minReplicas: 0 } } }, /minReplicas/],
      [{ otel: { endpoint: 'https://collector.example.com' } }, /endpoint/],
      [{ image: { tag: 'A_B' } }, /tag/],
      [{ nats: { external: { host: 'nats.test' } } }, /nats\.external\.cidr must say/],
    ]),
  )('is refused by Helm with %j (needs helm)', (values, words) => {
    expect(() => templateByHelm(values)).toThrow(words);
  });
});

/** @param {Manifest[]} objects @returns {Record<string, Manifest>} */
function byName(objects) {
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  return Object.fromEntries(objects.map((object, index) => [String(names[index]), object]));
}

const sum = 'checksum/configuration';
/** @param {Manifest} object @returns {string | undefined} by which a pod with another environment is another pod */
const sumOf = (object) => (isWorkload(object) ? object.spec.template.metadata.annotations?.[sum] : undefined);

/** The sum is all that the chart has and kustomize has not. @param {Manifest} object */
function withoutSum(object) {
  if (!isWorkload(object) || !sumOf(object)) return object;
  const { annotations, ...metadata } = object.spec.template.metadata;
  expect(Object.keys(annotations ?? {})).toEqual([sum]);
  object.spec.template.metadata = metadata;
  return object;
}

/** @param {Tree} values */
function templateByHelm(values) {
  const words = ['template', 'polylogue', folder, '--namespace', 'polylogue', '--values', '-'];
  const { status, stdout, stderr } = spawnSync('helm', words, { input: JSON.stringify(values), encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
