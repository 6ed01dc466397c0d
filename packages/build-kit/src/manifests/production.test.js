/** @import { Kind, Manifest, ManifestOf, NetworkPolicy } from './manifest.js' */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { defined } from '../defined.js';
import { root, servers } from '../slices.js';
import { withProduction } from './copied-overlay.js';
import { knownEnvironment } from './known-environment.js';
import { unknownFields } from './known-fields.js';
import { danglingNames } from './names.js';
import { findObject, render } from './render.js';

const production = render(join(root, 'k8s/overlays/production'));
const zone = 'topology.kubernetes.io/zone';
const nameLabel = 'app.kubernetes.io/name';
const namespaceLabel = 'kubernetes.io/metadata.name';

/** @template {Kind} Wanted @param {Manifest[]} objects @param {Wanted} kind @param {string} name @returns {ManifestOf<Wanted>} */
const find = (objects, kind, name) => defined(findObject(objects, kind, name), `${kind} ${name}`);

describe('what holds streams, in production', () => {
  test.each(['gateway', 'conversation', 'ai-dispatch', 'shell'])('%s', (name) => {
    const { strategy, template } = find(production, 'Deployment', name).spec;
    expect(strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    // Two at least, in two zones where there are two, and one of them away at most.
    expect(find(production, 'HorizontalPodAutoscaler', name).spec.minReplicas).toBeGreaterThanOrEqual(2);
    expect(find(production, 'PodDisruptionBudget', name).spec).toMatchObject({
      maxUnavailable: 1,
      selector: { matchLabels: { [nameLabel]: name } },
    });
    expect(template.spec.topologySpreadConstraints).toEqual(
      [zone, 'kubernetes.io/hostname'].map((topologyKey) => ({
        topologyKey,
        maxSkew: 1,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { [nameLabel]: name } },
      })),
    );
    // Nothing that is in flight ends with a pod that is replaced.
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(150);
  });
});

test('every other slice and every store is spread over zones too', () => {
  const spread = production.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Cluster'].includes(kind));
  expect(spread.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(
    expect.arrayContaining(['Cluster postgres', 'StatefulSet redis', 'Deployment mfe-admin', 'Deployment scheduler']),
  );
  expect(spread.filter((object) => !JSON.stringify(object.spec).includes(`"topologyKey":"${zone}"`))).toEqual([]);
  const values = parse(readFileSync(join(root, 'k8s/overlays/production/nats.values.yaml'), 'utf8'));
  expect(Object.keys(values.podTemplate.topologySpreadConstraints)).toContain(zone);
});

test('the demo is never in production', () => {
  const local = JSON.stringify(render(join(root, 'k8s/overlays/local')));
  for (const sign of ['DEMO_', 'demo.js', '"demo"']) {
    expect(local).toContain(sign);
    expect(JSON.stringify(production)).not.toContain(sign);
  }
});

// Of what an installation may choose, everything; and everything that may be elsewhere.
const chosen = ['http-route', 'otel-collector', 'scraping'];
const stores = ['postgres', 'nats', 'redis'];
/** @type {[what: string, change: Parameters<typeof withProduction>[0]][]} */
const choices = [
  ['every choice', ({ components }) => void components.push(...chosen.map((name) => `../../components/${name}`))],
  [
    'every store elsewhere',
    (overlay) => {
      overlay.resources = overlay.resources.filter((path) => !stores.some((store) => path === `${store}.yaml`));
      overlay.components.push(...stores.map((name) => `../../components/external-${name}`));
    },
  ],
];

describe.each(choices)('production with %s', (_what, change) => {
  const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  const objects = withProduction(change, render);

  (kubectl ? test : test.skip)('is rendered here as kubectl renders it (needs kubectl)', () => {
    const { stdout, stderr } = withProduction(change, (overlay) =>
      spawnSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' }),
    );
    expect(stderr).toBe('');
    const theirs = parseAllDocuments(stdout).map((document) => document.toJS());
    const inOrder = (/** @type {Manifest[]} */ list) => list.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
    expect(inOrder(objects)).toEqual(inOrder(theirs));
  });

  test('holds only fields that are known', () => expect(unknownFields(objects)).toEqual([]));
});

/** @param {Manifest} object */
const keyOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;

const all = withProduction(defined(choices[0], 'the first choice')[1], render);

test('what may be chosen names nothing that is not there', () => {
  const faults = danglingNames(all, { elsewhere: {}, pods: ['postgres', 'nats'] });
  expect(faults.filter((fault) => /^(HTTPRoute|PodMonitor)|(otel-collector|scraping|http-route)/.test(fault))).toEqual(
    [],
  );
  const wrong = structuredClone(all);
  find(wrong, 'HTTPRoute', 'polylogue').spec.rules[0]?.backendRefs?.forEach((each) => (each.port = 1));
  find(wrong, 'PodMonitor', 'polylogue').spec.podMetricsEndpoints.forEach((each) => (each.port = 'x'));
  const broken = danglingNames(wrong, { elsewhere: {}, pods: ['postgres', 'nats'] }).join('\n');
  expect(broken).toMatch(/HTTPRoute polylogue: leads to no port of shell/);
  expect(broken).toMatch(/PodMonitor polylogue: Deployment gateway has no port x/);
});

describe('the HTTPRoute', () => {
  const objects = withProduction(({ components }) => void components.push('../../components/http-route'), render);
  const { spec: ingress, metadata } = find(objects, 'Ingress', 'polylogue');
  const { spec: route } = find(objects, 'HTTPRoute', 'polylogue');

  test('leads where the Ingress leads', () => {
    const [rule] = ingress.rules;
    const [path] = rule?.http.paths ?? [];
    expect(route.hostnames).toEqual([rule?.host]);
    expect(route.rules).toHaveLength(1);
    expect(route.rules[0]?.matches).toEqual([{ path: { type: 'PathPrefix', value: path?.path } }]);
    const service = find(objects, 'Service', path?.backend.service.name ?? '');
    const port = service.spec.ports.find(({ name }) => name === path?.backend.service.port.name)?.port;
    expect(route.rules[0]?.backendRefs).toEqual([{ name: service.metadata.name, port }]);
  });

  test('changes no header, cuts no stream and no upload, and both take what the shell takes', () => {
    const [rule] = route.rules;
    expect(rule?.filters).toBeUndefined();
    expect(rule?.timeouts).toEqual({ request: '0s', backendRequest: '0s' });
    const annotation = (/** @type {string} */ name) => metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`];
    expect(annotation('proxy-buffering')).toBe('off');
    const entry = readFileSync(join(root, 'packages/build-kit/docker/nginx/entry.conf'), 'utf8');
    const sizes = [...entry.matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) => Number(size));
    expect(annotation('proxy-body-size')).toBe(`${Math.max(...sizes)}m`);
  });

  test('redirects HTTP to HTTPS, as the Ingress does', () => {
    expect(metadata.annotations?.['nginx.ingress.kubernetes.io/ssl-redirect']).toBe('true');
    const { spec } = find(objects, 'HTTPRoute', 'polylogue-redirect');
    expect(spec.hostnames).toEqual(route.hostnames);
    expect(spec.parentRefs[0]?.sectionName).not.toBe(route.parentRefs[0]?.sectionName);
    expect(spec.rules).toEqual([
      { filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }] },
    ]);
  });

  test('comes to the shell from the namespace of its proxies', () => {
    expect(find(objects, 'NetworkPolicy', 'http-route-to-shell').spec).toMatchObject({
      podSelector: { matchLabels: { [nameLabel]: 'shell' } },
      ingress: [{ ports: [{ port: 'http' }] }],
    });
  });
});

/** @param {NetworkPolicy} policy @returns {string[]} the namespaces from which or to which it opens a way */
const namespacesOf = ({ spec: { ingress = [], egress = [] } }) =>
  [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)].flatMap(
    ({ namespaceSelector }) => namespaceSelector?.matchLabels?.[namespaceLabel] ?? [],
  );
/** @param {Manifest[]} objects */
const namespacesIn = (objects) => [
  ...new Set(objects.flatMap((each) => (each.kind === 'NetworkPolicy' ? namespacesOf(each) : []))),
];
const serverPods = { 'app.kubernetes.io/component': 'server' };

test('traces and scraping are off until they are chosen', () => {
  expect(namespacesIn(production).sort()).toEqual(['cnpg-system', 'ingress-nginx', 'kube-system']);
  expect(find(production, 'ConfigMap', 'polylogue').data).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
});

test('the collector is one setting: every server reads it, and the way leads to its namespace', () => {
  const key = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const endpoint = new URL(find(all, 'ConfigMap', 'polylogue').data?.[key] ?? '');
  for (const folder of servers) {
    expect(knownEnvironment(root, folder).known).toContain(key);
    const { metadata, spec } = find(all, 'Deployment', basename(folder)).spec.template;
    expect(metadata.labels).toMatchObject(serverPods);
    expect(spec.containers[0].envFrom).toContainEqual({ configMapRef: { name: 'polylogue' } });
  }
  const policy = find(all, 'NetworkPolicy', 'otel-collector');
  expect(policy.spec.podSelector.matchLabels).toEqual(serverPods);
  expect(namespacesOf(policy)).toEqual([endpoint.hostname.split('.')[1]]);
  expect(policy.spec.egress?.[0]?.ports).toEqual([{ port: Number(endpoint.port) }]);
});

test('scraping is one setting: it lets one namespace in, under the name that the alarms know', () => {
  const policy = find(all, 'NetworkPolicy', 'scraping');
  expect(policy.spec.podSelector.matchLabels).toEqual(serverPods);
  expect(policy.spec.ingress?.[0]?.ports).toEqual([{ port: 'health' }]);
  expect(namespacesOf(find(all, 'NetworkPolicy', 'scraping-postgres'))).toEqual(namespacesOf(policy));
  const { jobLabel, selector } = find(all, 'PodMonitor', 'polylogue').spec;
  const rules = readFileSync(join(root, 'packages/build-kit/docker/prometheus/rules/polylogue.yml'), 'utf8');
  expect(rules).toContain(`job="${selector.matchLabels[jobLabel ?? '']}"`);
});
