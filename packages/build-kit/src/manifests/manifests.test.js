import { spawnSync } from 'node:child_process';
/** @import { Overlay } from '../bundle/kubernetes-secrets.js' */
/** @import { Container, Kind, Manifest, ManifestOf } from './manifest.js' */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { defined } from '../defined.js';
import { kubernetesSecrets } from '../bundle/kubernetes-secrets.js';
import { holders, keyFiles } from '../bundle/key-files.js';
import { microFrontends, servers } from '../slices.js';
import { openEdges } from './edges.js';
import { callsOf, knownEnvironment } from './known-environment.js';
import { unknownFields } from './known-fields.js';
import { danglingNames } from './names.js';
import { podFaults } from './pod-rules.js';
import { containersOf, findObject, render } from './render.js';

const root = join(import.meta.dirname, '../../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** @type {Overlay[]} */
const overlays = ['local', 'production'];
/** @param {string} folder */
const nameOf = (folder) => basename(folder);
const slices = [...servers.map(nameOf), 'shell', ...microFrontends];
const baseImages = ['postgres:17', 'redis:7', 'nats:2'];

// What operators, charts and the operator of an installation bring to the overlay `production`.
/** @type {Record<Overlay, Parameters<typeof danglingNames>[1]>} */
const outside = {
  local: { elsewhere: {}, pods: [] },
  production: { elsewhere: { Secret: ['polylogue-tls', 'postgres-backup'] }, pods: ['postgres', 'nats'] },
};
const broughtPods = [
  { name: 'postgres', ports: [{ containerPort: 5432 }, { containerPort: 8000 }] },
  { name: 'nats', ports: [{ containerPort: 4222 }, { containerPort: 6222 }] },
];

const anyKey = { owner: 'a', app: 'b', worker: 'c' };
const secrets = {
  session: 's',
  setupCode: 'c',
  keyEncryption: 'k',
  keyRing: { k1: 'k' },
  databasePasswords: Object.fromEntries(holders.map((name) => [name, anyKey])),
  natsPasswords: Object.fromEntries(holders.map((name) => [name, 'n'])),
  signingKeys: Object.fromEntries(holders.map((name) => [name, { privateKey: 'p', publicKey: 'q' }])),
};
/** @param {Overlay} overlay */
const rendered = (overlay) => render(join(root, 'k8s/overlays', overlay));
/** @param {Overlay} overlay */
const withSecrets = (overlay) => [...rendered(overlay), ...kubernetesSecrets(secrets, overlay)];

/**
 * @template {Kind} Wanted
 * @param {Manifest[]} objects
 * @param {Wanted} kind
 * @param {string} name
 */
const find = (objects, kind, name) => defined(findObject(objects, kind, name), `${kind} ${name}`);

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe.each(overlays)('overlay %s', (overlay) => {
  const objects = rendered(overlay);

  (kubectl ? test : test.skip)('is rendered here as kubectl renders it (needs kubectl)', () => {
    const { stdout, stderr } = spawnSync('kubectl', ['kustomize', join(root, 'k8s/overlays', overlay)], {
      encoding: 'utf8',
    });
    const theirs = parseAllDocuments(stdout).map((document) => document.toJS());
    expect(stderr).toBe('');
    /** @param {Manifest[]} list */
    const inOrder = (list) => [...list].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
    /** @param {Manifest} object */
    const keyOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;
    expect(inOrder(objects)).toEqual(inOrder(theirs));
  });

  test('has no two objects of one name', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('holds only fields that Kubernetes knows', () => expect(unknownFields(objects)).toEqual([]));

  test('names nothing that is not there', () => {
    expect(danglingNames(withSecrets(overlay), outside[overlay])).toEqual([]);
  });

  test('is within the standard "restricted", and says what it needs', () => {
    expect(objects.flatMap(podFaults)).toEqual([]);
    expect(find(objects, 'Namespace', 'polylogue').metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe(
      'restricted',
    );
  });

  test('allows the connections of the design and no others', () => {
    const names = servers.map(nameOf);
    const expected = [
      ...servers.flatMap((folder) => callsOf(root, folder).map((callee) => `${nameOf(folder)} → ${callee}:7000`)),
      ...names.flatMap((name) => [`${name} → postgres:5432`, `${name} → nats:4222`, `migrate-${name} → postgres:5432`]),
      ...['gateway', 'ai-dispatch', 'quality', 'scheduler'].map((name) => `${name} → redis:6379`),
      'provision → postgres:5432',
      ...['gateway', ...microFrontends].map((name) => `shell → ${name}:8080`),
      ...(overlay === 'local'
        ? ['ai-dispatch → demo:8090']
        : ['nats → nats:6222', 'postgres → postgres:5432', 'redis → redis:26379', 'redis → redis:6379']),
    ];
    expect(openEdges(objects, overlay === 'production' ? broughtPods : [])).toEqual(expected.sort());
  });

  test('runs the images that are built here, and base images', () => {
    const images = new Set(objects.flatMap(containersOf).map(({ image }) => image));
    const where = overlay === 'production' ? 'registry.polylogue.example/polylogue' : 'polylogue';
    const own = slices.map((slice) => `${where}/${slice}:${version}`);
    expect([...images].filter((image) => !own.includes(image) && !baseImages.includes(image))).toEqual([]);
    expect(own.filter((image) => !images.has(image))).toEqual([]);
  });

  test('lets each slice run twice, be moved one at a time, and finish what it does', () => {
    for (const name of slices) {
      const { spec } = find(objects, 'Deployment', name);
      // Beside an autoscaler, `apply` would set a number that the autoscaler has changed since.
      const scaler = findObject(objects, 'HorizontalPodAutoscaler', name);
      const [owned, replicas] = scaler ? [spec.replicas, scaler.spec.minReplicas] : [undefined, spec.replicas];
      expect([name, owned, replicas]).toEqual([name, undefined, overlay === 'production' ? 2 : 1]);
      expect(spec.template.spec.topologySpreadConstraints).toHaveLength(2);
      expect(find(objects, 'PodDisruptionBudget', name).spec.maxUnavailable).toBe(1);
    }
    for (const name of servers.map(nameOf)) {
      const { terminationGracePeriodSeconds: grace, containers } = find(objects, 'Deployment', name).spec.template.spec;
      const { env = [], lifecycle } = containers[0];
      const drain = Number(env.find((each) => each.name === 'DRAIN_SECONDS')?.value);
      expect(grace).toBeGreaterThan(drain + defined(lifecycle, 'lifecycle').preStop.sleep.seconds);
      expect(find(objects, 'HorizontalPodAutoscaler', name).spec.maxReplicas).toBeGreaterThan(1);
    }
  });

  test.each(servers)('%s is given all variables it requires and none it does not know', (folder) => {
    const all = withSecrets(overlay);
    const { known, required } = knownEnvironment(root, folder);
    expect(required.length).toBeGreaterThan(5);
    const name = nameOf(folder);
    for (const workload of [
      find(all, 'Deployment', name),
      find(all, 'Job', `migrate-${name}-${version.replaceAll('.', '-')}`),
    ]) {
      const { env = [], envFrom = [] } = workload.spec.template.spec.containers[0];
      const given = env.map((each) => each.name);
      expect(given.filter((key) => !known.includes(key))).toEqual([]);
      const shared = envFrom.flatMap(({ configMapRef }) =>
        configMapRef ? Object.keys(find(all, 'ConfigMap', configMapRef.name).data ?? {}) : [],
      );
      expect(required.filter((key) => ![...given, ...shared].includes(key))).toEqual([]);
    }
  });
});

describe('what is written twice says the same', () => {
  const local = rendered('local');

  test('addresses lead to services', () => {
    const { data } = find(local, 'ConfigMap', 'polylogue');
    const addresses = Object.entries(data ?? {}).filter(([key]) => key.endsWith('_GRPC_URL'));
    expect(addresses).toHaveLength(servers.length - 1);
    for (const [key, address] of addresses) {
      const [host = '', port] = address.split(':');
      expect(`${host.replaceAll('-', '_').toUpperCase()}_GRPC_URL`).toBe(key);
      expect(find(local, 'Service', host).spec.ports[0]?.port).toBe(Number(port));
    }
  });

  test('servers listen to probes and to each other', () => {
    for (const overlay of overlays) {
      expect(find(rendered(overlay), 'ConfigMap', 'polylogue').data?.['HOST']).toBe('0.0.0.0');
    }
  });

  test('NATS writes each event down before it acknowledges it, here and in compose', () => {
    const settings = readFileSync(join(root, 'packages/build-kit/docker/nats.conf'), 'utf8');
    expect(settings).toContain('sync_interval: always');
    expect(find(local, 'ConfigMap', 'nats').data?.['nats.conf']?.trim()).toBe(settings.trim());
    const values = parse(readFileSync(join(root, 'k8s/overlays/production/nats.values.yaml'), 'utf8'));
    expect(values.config.jetstream.merge.sync_interval).toBe('always');
  });

  test('NATS lets in the users of the slices and no others, here, in production and in compose', () => {
    const settings = readFileSync(join(root, 'packages/build-kit/docker/nats.conf'), 'utf8');
    expect(settings).toMatch(/^include '..\/..\/keys\/users.conf'$/m);
    const values = parse(readFileSync(join(root, 'k8s/overlays/production/nats.values.yaml'), 'utf8'));
    expect(values.config.merge['00$include']).toBe('../../keys/users.conf');
    expect(values.podTemplate.patch[0].value).toEqual({ name: 'users', secret: { secretName: 'nats' } });
    expect(values.container.patch[0].value).toMatchObject({ name: 'users', mountPath: '/keys' });
    for (const overlay of overlays) {
      const users = find(withSecrets(overlay), 'Secret', 'nats').stringData?.['users.conf'] ?? '';
      expect(keyFiles(secrets)['nats/users.conf']?.content).toBe(users);
      /** @type {{ users: { user: string, permissions: object }[] }} */
      const authorization = JSON.parse(users.replace(/^authorization: /, ''));
      expect(authorization.users.map(({ user }) => user).sort()).toEqual(servers.map(nameOf).sort());
      expect(authorization.users.filter(({ permissions }) => !permissions)).toEqual([]);
    }
  });

  test('the slices the shell finds are the slices there are', () => {
    /** @type {{ slice: string }[]} */
    const baked = JSON.parse(readFileSync(join(root, 'packages/build-kit/docker/nginx/remotes.json'), 'utf8'));
    expect(baked.map(({ slice }) => slice).sort()).toEqual([...microFrontends].sort());
    expect(JSON.parse(find(local, 'ConfigMap', 'remotes').data?.['remotes.json'] ?? '')).toEqual(baked);
  });
});

describe('the rules fire', () => {
  /** @typedef {<Wanted extends Kind>(kind: Wanted, name: string) => ManifestOf<Wanted>} Get */
  /** @typedef {(get: Get) => unknown} Change */
  /** @typedef {[what: string, change: Change, words: RegExp]} Fault */

  /** @param {Change} change */
  const broken = (change) => {
    const objects = withSecrets('local');
    change((kind, name) => find(objects, kind, name));
    return objects;
  };
  /** @param {Get} get @param {string} name of a Deployment */
  const podOf = (get, name) => get('Deployment', name).spec.template.spec;
  /** @param {Get} get @param {string} name of a Deployment */
  const container = (get, name) => podOf(get, name).containers[0];
  /** @param {Get} get @param {string} name of a Service */
  const portOf = (get, name) => defined(get('Service', name).spec.ports[0], `The port of ${name}`);
  /** @param {Change} change */
  const names = (change) => danglingNames(broken(change), outside.local);

  test.each(
    /** @type {Fault[]} */ ([
      ['a misspelt field', (get) => Object.assign(container(get, 'admin'), { volumeMount: [] }), /volumeMount/],
      ['a port that is text', (get) => Object.assign(portOf(get, 'admin'), { port: 'x' }), /not assignable/],
    ]),
  )('on %s', (_what, change, words) => expect(unknownFields(broken(change)).join()).toMatch(words));

  test.each(
    /** @type {Fault[]} */ ([
      [
        'another selector',
        (get) => (get('Deployment', 'admin').spec.selector = { matchLabels: { a: 'b' } }),
        /other pods than its own/,
      ],
      ['a port that no pod has', (get) => (portOf(get, 'admin').targetPort = 'htp'), /no port htp/],
      [
        'a probe of no port',
        (get) => (container(get, 'admin').readinessProbe = { httpGet: { port: 'helth' } }),
        /asks the port helth/,
      ],
      [
        'a key that is not there',
        (get) =>
          container(get, 'admin').env?.push({ name: 'X', valueFrom: { secretKeyRef: { name: 'admin', key: 'X' } } }),
        /no key X/,
      ],
      [
        'a ConfigMap that is not there',
        (get) => container(get, 'admin').envFrom?.push({ configMapRef: { name: 'x' } }),
        /no ConfigMap x/,
      ],
      ['a volume that is not there', (get) => container(get, 'admin').volumeMounts?.push({ name: 'x' }), /no volume x/],
      [
        'an account that is not there',
        (get) => (get('Job', 'provision-' + version.replaceAll('.', '-')).spec.template.spec.serviceAccountName = 'x'),
        /no ServiceAccount x/,
      ],
      [
        'a policy that selects no pod',
        (get) => (get('NetworkPolicy', 'admin').spec.podSelector.matchLabels = { 'app.kubernetes.io/name': 'x' }),
        /selects no pod/,
      ],
    ]),
  )('on %s', (_what, change, words) => expect(names(change).join()).toMatch(words));

  test.each(
    /** @type {Fault[]} */ ([
      ['root', (get) => Object.assign(podOf(get, 'admin').securityContext ?? {}, { runAsUser: 0 }), /root/],
      [
        'a limit below what is asked for',
        (get) => Object.assign(container(get, 'admin').resources?.limits ?? {}, { memory: '1Mi' }),
        /more memory/,
      ],
      ['a token', (get) => delete podOf(get, 'admin').automountServiceAccountToken, /token/],
    ]),
  )('on %s', (_what, change, words) => expect(broken(change).flatMap(podFaults).join()).toMatch(words));

  test('on a way that is opened on both sides', () => {
    const objects = broken((get) => {
      get('NetworkPolicy', 'quality').spec.egress?.push({
        to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'scheduler' } } }],
      });
      get('NetworkPolicy', 'scheduler').spec.ingress?.push({
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'quality' } } }],
      });
    });
    expect(openEdges(objects)).toEqual(
      expect.arrayContaining(['quality → scheduler:7000', 'quality → scheduler:7100']),
    );
  });
});
