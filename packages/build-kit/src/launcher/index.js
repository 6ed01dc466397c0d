/**
 * @import { Backing } from '../backing/index.js'
 * @import { KnownStack } from './environment.js'
 * @import { UsedSecrets } from '../secrets/secrets.js'
 * @import { PlannedServer, StartPhase } from './servers.js'
 * @import { ServerSlice } from '../slices.js'
 * @import { Supervised } from '../processes/supervise.js'
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BackingError, isPortFree, startBacking } from '../backing/index.js';
import { defined } from '../defined.js';
import { natsUser } from '../nats/rights.js';
import { demoEnvironment, isDemoWanted } from './demo.js';
import { describeEnvironment } from './environment.js';
import { createGuard } from '../processes/guard.js';
import { shownUrl, urlAt } from './host.js';
import { keepPorts } from './kept-ports.js';
import { lockFolder } from './lock.js';
import { provision } from './provision.js';
import { keepSecrets, natsPasswordOf } from '../secrets/secrets.js';
import { planServers, startServer, waitForEndpoints } from './servers.js';
import { demoMain, root, serverSlices } from '../slices.js';

export { argsOfServer } from './servers.js';

/**
 * @typedef {object} Stack
 * @property {string} url where a browser finds it
 * @property {Record<string, Supervised>} processes by name: `servers` or each slice, `demo`
 * (`demo-providers`), `postgres`, `nats`, `redis`
 * @property {Backing} backing
 * @property {NodeJS.ProcessEnv} environment what the servers were given; holds secrets
 * @property {(how?: { force?: boolean }) => Promise<void>} stop ends all that was started here and nothing else
 */

/**
 * @typedef {object} StackOptions
 * @property {string} [dataDir]
 * @property {string} [host] the address to listen on
 * @property {number} [port]
 * @property {boolean} [rotateKeys] adds a key to the ring that closes the stored keys of AI services
 * @property {boolean} [separate] one process per slice in place of one for all
 * @property {string} [bundle] all servers as one file, for one process
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [report]
 * @property {boolean} [durable] false: for tests
 * @property {boolean} [verbose] reports every line of the servers' logs
 * @property {number} [readyTimeoutMs]
 * @property {AbortSignal} [signal] gives up while starting, and ends what was started so far
 */

/** @param {StackOptions} wanted */
const withDefaults = ({
  dataDir = '.data',
  host = '127.0.0.1',
  port = 8080,
  separate = false,
  rotateKeys = false,
  env = process.env,
  report = () => {},
  durable = true,
  verbose = false,
  readyTimeoutMs = 60_000,
  bundle,
  signal,
}) => ({
  folder: resolve(root, dataDir),
  host,
  port,
  separate,
  rotateKeys,
  env,
  report,
  durable,
  verbose,
  readyTimeoutMs,
  bundle,
  signal,
});

/**
 * Starts the whole product from what was built: Postgres, NATS, Redis, roles and schemas, every server, and waits
 * until it answers. What `npm start` does after building; tests and benchmarks call it too.
 * @param {StackOptions} [options]
 * @returns {Promise<Stack>}
 */
export async function startStack(options = {}) {
  const wanted = withDefaults(options);
  const { folder, env } = wanted;
  await prepare(folder);
  const guard = createGuard();
  const unlock = await lockFolder(folder, guard.pid).catch((error) => {
    guard.close();
    throw error;
  });
  /** @type {Running} */
  const running = { servers: [] };
  const stop = async ({ force = false } = {}) => {
    const grace = force ? 0 : (Number(env.DRAIN_SECONDS ?? 10) + 5) * 1000;
    await Promise.all(running.servers.map((server) => server.stop(grace)));
    await running.backing?.stop(force);
    guard.close();
    await unlock();
  };

  try {
    await checkPort(wanted.host, wanted.port);
    return { ...(await bringUp({ ...wanted, guard }, running)), stop };
  } catch (error) {
    await stop({ force: true });
    throw error;
  }
}

/** @typedef {{ servers: Supervised[], backing?: Backing }} Running what must be ended, also when starting fails half-way */

/**
 * @param {ReturnType<typeof withDefaults> & { guard: import('../processes/guard.js').Guard }} wanted
 * @param {Running} running
 */
async function bringUp({ folder, host, port, rotateKeys, env, report, signal, guard, ...wanted }, running) {
  const slices = serverSlices();
  const names = slices.map(({ name }) => name);
  const secrets = await keepSecrets(folder, names, { addKey: rotateKeys });
  const ports = await keepPorts(folder, portOwners(names), port);
  /** @type {StartPhase} */
  const phase = { isStarting: true, ended: [] };
  const context = { folder, root, verbose: wanted.verbose, report, guard };
  /** @param {PlannedServer} planned */
  const launch = (planned) => void running.servers.push(startServer(planned, context, phase));
  const withDemo = existsSync(demoMain) && (await isDemoWanted(env));
  if (withDemo) launch(plannedDemo(env, ports.demo));
  const natsUsers = usersOf(names, secrets, env);
  const backing = await startBacking({ folder, durable: wanted.durable, report, ports, env, guard, natsUsers });
  running.backing = backing;
  signal?.throwIfAborted();
  const demoUrl = withDemo ? `http://127.0.0.1:${ports.demo}` : undefined;
  const known = { slices, secrets, ports, backing, env, host, port, dataDir: folder, root, demoUrl };
  const environment = describeEnvironment(known);
  await timed(report, 'database roles and schemas ready', () => provision(root, environment.provision()));
  signal?.throwIfAborted();
  await timed(report, `servers ready (${wanted.separate ? 'one process each' : 'one process'})`, async () => {
    planServers(slices, environment, wanted).forEach(launch);
    await waitForEndpoints(endpointsOf(known), { phase, folder, timeoutMs: wanted.readyTimeoutMs, signal });
  });
  phase.isStarting = false;
  const processes = { ...backing.processes, ...Object.fromEntries(running.servers.map((one) => [one.name, one])) };
  return { url: shownUrl(host, port), processes, backing, environment: environment.all() };
}

/** @param {NodeJS.ProcessEnv} env @param {number | undefined} port */
const plannedDemo = (env, port) => ({
  name: 'demo-providers',
  args: [demoMain],
  env: demoEnvironment(env, defined(port, 'The port of demo')),
});

/** Who has a port inside. @param {string[]} names */
const portOwners = (names) => [
  'postgres',
  'nats',
  'redis',
  'demo',
  ...names.flatMap((name) => [`${name}-grpc`, `${name}-health`]),
];

/** The users of NATS. @param {string[]} names @param {UsedSecrets} secrets @param {NodeJS.ProcessEnv} env */
const usersOf = (names, secrets, env) =>
  names.map((name) => natsUser(name, natsPasswordOf(secrets, name), env.EVENTS_PREFIX));

/** @param {string} folder */
async function prepare(folder) {
  if (!(await mkdir(folder, { recursive: true }))) return;
  // Root's PostgreSQL runs as another user, who must be able to pass through; the files inside are closed to all.
  await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** @param {string} host @param {number} port */
async function checkPort(host, port) {
  // One after the other: they would be in each other's way.
  if (!(await isPortFree(port)) || !(await isPortFree(port, '0.0.0.0'))) {
    throw new BackingError(
      'port_taken',
      `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (await isPortFree(port, host)) return;
  throw new BackingError(
    'failed',
    `Nothing can listen at HOST=${host}, port ${port}. Is it an address of this machine?`,
  );
}

/** @param {KnownStack} known */
function endpointsOf({ slices, ports, env, host, port }) {
  const inside = slices.map(({ name }) => {
    const health = urlAt(
      env.HEALTH_HOST || '127.0.0.1',
      defined(ports[`${name}-health`], `The health port of ${name}`),
    );
    return { name, url: `${health}/readyz` };
  });
  return [...inside, { name: 'web', url: `${urlAt(host, port)}/readyz` }];
}

/**
 * @param {(line: string) => void} report
 * @param {string} label
 * @param {() => Promise<void>} work
 */
async function timed(report, label, work) {
  const begun = performance.now();
  await work();
  report(`${label.padEnd(52)} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
