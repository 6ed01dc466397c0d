import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { defined } from '../defined.js';
import { holders, keyFiles } from '../bundle/key-files.js';
import { describeServer } from '../bundle/programs.js';
import { microFrontends, servers } from '../slices.js';
import { callsOf, knownEnvironment } from './known-environment.js';

const root = join(import.meta.dirname, '../../../..');
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
/**
 * @typedef {object} ComposeService as much of it as is read here
 * @property {string} image
 * @property {{ args: Record<string, string>, dockerfile: string }} build
 * @property {Record<string, string>} environment
 * @property {string[]} command
 * @property {Record<string, { condition: string }>} depends_on
 * @property {boolean} read_only
 * @property {string[]} cap_drop
 * @property {string[]} [cap_add]
 * @property {string[]} security_opt
 * @property {string} [user]
 * @property {{ resources: { limits: { memory: string } } }} deploy
 * @property {string[]} [ports]
 * @property {string[]} [profiles]
 * @property {string[]} [networks]
 * @property {string[]} [volumes]
 * @property {object} [healthcheck]
 * @property {string} stop_grace_period
 */

/**
 * @typedef {object} Compose
 * @property {Record<string, ComposeService>} services
 * @property {Record<string, object>} volumes
 * @property {Record<'inside' | 'site', { internal: boolean }>} networks
 * @property {Record<string, string>} x-addresses
 */

/** @type {Compose} */
const {
  services,
  volumes,
  networks,
  'x-addresses': everywhere,
} = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 });
/** @param {string} folder */
const nameOf = (folder) => basename(folder);
/** @param {string} name */
const serviceOf = (name) => defined(services[name], `The service ${name} of compose`);
const webSlices = ['shell', ...microFrontends];
const baseImages = ['postgres:17', 'redis:7', 'nats:2', 'node:24-bookworm-slim', 'nginx:1'];
const once = Object.keys(services).filter((name) => /^(keys|provision|migrate-.+)$/.test(name));

const someone = { owner: 'a', app: 'b', worker: 'c' };
const made = keyFiles({
  session: 's',
  setupCode: 'c',
  keyRing: { k1: 'k' },
  databasePasswords: Object.fromEntries(holders.map((name) => [name, someone])),
  natsPasswords: Object.fromEntries(holders.map((name) => [name, 'n'])),
  signingKeys: Object.fromEntries(holders.map((name) => [name, { privateKey: 'p', publicKey: 'q' }])),
});
/** @param {string} file */
const keysIn = (file) =>
  [...defined(made[file], file).content.matchAll(/^([A-Z0-9_]+)=/gm)].flatMap(([, key]) => key ?? []);

describe('compose', () => {
  test('runs every slice under its own name, from the image Kubernetes runs too', () => {
    for (const name of [...servers.map(nameOf), ...webSlices]) {
      const { image, build } = serviceOf(name);
      expect(image).toBe(`polylogue/${name}:\${VERSION:-${version}}`);
      expect(build.args).toEqual({ SLICE: name });
      expect(existsSync(join(root, build.dockerfile))).toBe(true);
      expect(build.dockerfile).toMatch(webSlices.includes(name) ? /web\.Dockerfile$/ : /service\.Dockerfile$/);
    }
  });

  test('uses no image but ours and the base images', () => {
    const others = Object.values(services)
      .map(({ image }) => image)
      .filter((image) => !image.startsWith('polylogue/'));
    expect(others.filter((image) => !baseImages.includes(image))).toEqual([]);
  });

  test.each(servers)('%s is given all variables it requires and none it does not know', (folder) => {
    const name = nameOf(folder);
    const { known, required } = knownEnvironment(root, folder);
    const shared = Object.keys(everywhere);
    /** @type {[service: string, file: string][]} */
    const ways = [
      [name, `${name}/slice.env`],
      [`migrate-${name}`, `owners/${name}.env`],
    ];
    for (const [service, file] of ways) {
      const given = Object.keys(serviceOf(service).environment);
      const all = [...given, ...keysIn(file)];
      expect(required.filter((key) => !all.includes(key))).toEqual([]);
      expect(all.filter((key) => !known.includes(key) && !shared.includes(key))).toEqual([]);
      expect(serviceOf(service).command).toContain(`--env-file=/keys/${basename(file)}`);
    }
  });

  test('addresses are those of Kubernetes', () => {
    /** @type {{ data: Record<string, string> }} */
    const { data } = parse(read('k8s/platform/config-map.yaml'));
    const addresses = Object.entries(data).filter(([key]) => /_GRPC_URL$|^NATS_URL$/.test(key));
    expect(serviceOf('gateway').environment).toMatchObject(Object.fromEntries(addresses));
    for (const [, address] of addresses) expect(services).toHaveProperty([/([\w-]+):\d+$/.exec(address)?.[1] ?? '']);
  });

  test('starts a server after its migration, its callees and what it stands on', () => {
    for (const folder of servers) {
      const { depends_on: awaited } = serviceOf(nameOf(folder));
      expect(awaited[`migrate-${nameOf(folder)}`]?.condition).toBe('service_completed_successfully');
      // Of two that call one another one waits for the other: admin calls the scheduler back for events alone.
      const waitsForIt = (/** @type {string} */ callee) => nameOf(folder) in (serviceOf(callee).depends_on ?? {});
      const callees = callsOf(root, folder).filter((callee) => !waitsForIt(callee));
      expect(callees.filter((callee) => awaited[callee]?.condition !== 'service_healthy')).toEqual([]);
    }
  });

  test('lets nothing be more than it must', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']]);
      expect(service.security_opt).toContain('no-new-privileges:true');
      expect(service.deploy.resources.limits.memory).toMatch(/^\d+[MG]$/);
      expect([name, service.cap_add !== undefined, service.user === '0:0']).toEqual([
        name,
        name === 'keys',
        name === 'keys',
      ]);
    }
  });

  test('lets its servers listen to the other containers', () => {
    for (const folder of servers) expect(serviceOf(nameOf(folder)).environment.HOST).toBe('0.0.0.0');
    expect(read('packages/build-kit/docker/service.Dockerfile')).toMatch(/^ENV .*\bHOST=0\.0\.0\.0$/m);
  });

  test('gives the setup code to admin, and to no service that others reach', () => {
    const holders = servers.map(nameOf).filter((name) => keysIn(`${name}/slice.env`).includes('SETUP_CODE'));
    expect(holders).toEqual(['admin']);
  });

  test('publishes one port, and gives the inner network no way out', () => {
    expect(
      Object.entries(services)
        .filter(([, { ports, profiles }]) => ports && !profiles)
        .map(([name]) => name),
    ).toEqual(['shell']);
    // Its page is for the user of this machine.
    expect(serviceOf('prometheus').ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect([networks.inside.internal, networks.site.internal]).toEqual([true, true]);
    const outside = Object.entries(services).filter(([, service]) => service.networks?.includes('outside'));
    expect(outside.map(([name]) => name).sort()).toEqual(['admin', 'ai-dispatch', 'gateway']);
  });

  test('believes the addresses that its own nginx says, and those of as many proxies more as it is told', () =>
    expect(serviceOf('gateway').environment.TRUST_PROXY).toBe('${TRUST_PROXY:-1}'));

  test('gives each container its own keys only', () => {
    /** @param {string} line */
    const volumeOf = (line) => line.split(':')[0] ?? '';
    /** @param {[name: string, service: ComposeService]} entry */
    const mounts = ([name, { volumes: mounted = [] }]) =>
      mounted
        .map(volumeOf)
        .filter((volume) => volume.startsWith('keys-'))
        .map((volume) => /** @type {[string, string]} */ ([name, volume]));
    const given = Object.entries(services)
      .filter(([name]) => name !== 'keys')
      .flatMap(mounts);
    for (const [name, volume] of given) {
      expect([name, volume]).toEqual([name, once.includes(name) ? 'keys-owners' : `keys-${name}`]);
    }
    const named = Object.values(services).flatMap(({ volumes: mounted = [] }) => mounted.map(volumeOf));
    expect(named.filter((volume) => !volume.startsWith('.') && !(volume in volumes))).toEqual([]);
  });

  test('checks the health of each container; NATS has no shell to run a check', () => {
    const ofImage = ['service.Dockerfile', 'web.Dockerfile'].every((file) =>
      /^HEALTHCHECK .*CMD \["/m.test(read(`packages/build-kit/docker/${file}`)),
    );
    expect(ofImage).toBe(true);
    const unasked = Object.entries(services).filter(
      ([name, { image, healthcheck }]) => !once.includes(name) && !image.startsWith('polylogue/') && !healthcheck,
    );
    expect(unasked.map(([name]) => name)).toEqual(['nats']);
  });

  test('waits for a server longer than it drains', () => {
    for (const folder of servers) {
      const { environment, stop_grace_period: grace } = serviceOf(nameOf(folder));
      expect(Number.parseInt(grace)).toBeGreaterThan(Number(environment.DRAIN_SECONDS));
    }
  });

  test('Prometheus scrapes every server', () => {
    /** @type {{ scrape_configs: { static_configs: { targets: string[] }[] }[] }} */
    const { scrape_configs: scrapes } = parse(read('packages/build-kit/docker/prometheus/prometheus.yml'));
    const targets = scrapes.flatMap(({ static_configs: named }) => named.flatMap((each) => each.targets));
    expect(targets.sort()).toEqual(servers.map((folder) => `${nameOf(folder)}:7100`).sort());
  });
});

describe.each(['service.Dockerfile', 'web.Dockerfile', 'prometheus.Dockerfile'])('%s', (file) => {
  const text = read(`packages/build-kit/docker/${file}`);

  test('stands on base images, and needs no frontend that would be fetched', () => {
    const stages = [...text.matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
    const own = stages.flatMap(([, , name]) => name ?? []);
    expect(
      stages.flatMap(([, image]) => image ?? []).filter((image) => !baseImages.includes(image) && !own.includes(image)),
    ).toEqual([]);
    expect(text).not.toMatch(/^# *syntax=/m);
  });

  test('ends as a user who is not root, the one Kubernetes says too', () => {
    const [, user] = /^USER (\d+):\1$/m.exec(text.slice(text.lastIndexOf('FROM'))) ?? [];
    const slice = file.startsWith('web') ? 'shell' : 'admin';
    expect(parse(read(`k8s/${slice}/deployment.yaml`)).spec.template.spec.securityContext.runAsUser).toBe(Number(user));
  });

  test('starts its program itself, so that signals reach it', () => {
    const starts = [...text.matchAll(/^(?:CMD|ENTRYPOINT) (.*)$/gm)].flatMap(([, words]) => words ?? []);
    expect(starts.length).toBeGreaterThan(0);
    for (const words of starts) expect(Array.isArray(JSON.parse(words))).toBe(true);
  });
});

describe('the image of a server', () => {
  test.each(servers.map(nameOf))(
    '%s holds the programs that compose, Kubernetes and its health check start',
    (name) => {
      const { programs, files } = describeServer(root, name);
      const there = [...Object.keys(programs), ...Object.keys(files)];
      const text = [
        read('docker-compose.yml'),
        read(`k8s/${name}/migrate.yaml`),
        read('packages/build-kit/docker/service.Dockerfile'),
      ].join();
      const started = [...text.matchAll(/dist\/server\/[\w-]+\.js/g)]
        .map(([path]) => path)
        .filter((path) => name === 'ai-dispatch' || !path.includes('demo'));
      expect([...new Set(started)].filter((path) => !there.includes(path))).toEqual([]);
    },
  );
});

describe('nginx', () => {
  const folder = 'packages/build-kit/docker/nginx';
  const entry = read(`${folder}/entry.conf`);
  /** @param {string} path */
  const bytes = (path) => {
    const block = entry.slice(entry.indexOf(`location ${path} {`));
    return Number(/client_max_body_size (\d+)m;/.exec(block)?.[1]) * 1024 * 1024;
  };
  /** @param {string} name */
  const limit = (name) => {
    const [, factors] = new RegExp(`${name}: ([\\d* ]+),`).exec(read('packages/api-contract/src/limits.ts')) ?? [];
    return defined(factors, `The limit ${name}`)
      .split('*')
      .reduce((product, factor) => product * Number(factor), 1);
  };

  test('includes only files that are there', () => {
    const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.conf'));
    const included = names.flatMap((name) =>
      [...read(`${folder}/${name}`).matchAll(/include \/polylogue\/([\w.-]+);/g)].flatMap(([, file]) => file ?? []),
    );
    expect(included.filter((file) => !names.includes(file) && file !== 'site.conf')).toEqual([]);
  });

  test('says what browsers may do with every answer of its own, refusals too', () => {
    const names = ['entry.conf', 'files.conf', 'slice.conf'];
    const own = names.flatMap(
      (name) => read(`${folder}/${name}`).match(/^location [^{]+\{[^{}]*return [45][^}]*\}/gm) ?? [],
    );
    expect(own.length).toBeGreaterThanOrEqual(6);
    expect(own.filter((block) => !block.includes('include /polylogue/security-headers.conf;'))).toEqual([]);
  });

  test('lets through what the gateway takes, so that the gateway says which limit it was', () => {
    expect(bytes('~ ^/(?:api|v1|mcp)(?:/|$)')).toBeGreaterThan(limit('bodyBytes'));
    const files = limit('attachments') * limit('attachmentBytes');
    expect(bytes('= /api/send-message-with-file')).toBeGreaterThan(files);
    expect(bytes('= /api/import')).toBeGreaterThan(limit('importBytes'));
  });
});
