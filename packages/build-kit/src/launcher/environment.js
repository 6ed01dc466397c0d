/**
 * @import { UsedSecrets } from '../secrets/secrets.js'
 * @import { ServerSlice } from '../slices.js'
 */
import { join } from 'node:path';
import { isLoopback } from './host.js';
import { natsPasswordOf, passwordsOf, signingKeyOf } from '../secrets/secrets.js';

const standardDatabase = 'polylogue';

// Ollama, LM Studio and vLLM where they stand by themselves: users who run this on their own machine may add them in the
// panel. Other ports of the machine, ours among them, stay out of reach.
const localPrograms = '127.0.0.1:11434,[::1]:11434,127.0.0.1:1234,[::1]:1234,127.0.0.1:8000,[::1]:8000';

/**
 * @typedef {object} KnownStack
 * @property {ServerSlice[]} slices
 * @property {UsedSecrets} secrets
 * @property {Record<string, number>} ports
 * @property {Record<'postgres' | 'nats' | 'redis', { url: string }>} backing
 * @property {NodeJS.ProcessEnv} env the caller's; what it sets wins over defaults, not over what was started here
 * @property {string} host
 * @property {number} port
 * @property {string} dataDir
 * @property {string} root
 * @property {string} [demoUrl]
 */

/** @typedef {ReturnType<typeof describeEnvironment>} StackEnvironment */

/**
 * The environment of the servers of a stack.
 * @param {KnownStack} known
 */
export function describeEnvironment(known) {
  const { slices, secrets, ports, backing, env, host, port, dataDir, root } = known;
  const publicKeys = Object.fromEntries(slices.map(({ name }) => [name, signingKeyOf(secrets, name).publicKey]));
  /** @type {NodeJS.ProcessEnv} */
  const shared = {
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '10',
    MIGRATE_AT_START: 'true',
    NODE_ENV: 'production',
    // Node 22 and later keep what they compiled; older ones take no notice.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/polylogue/compiled'),
    ...withoutAdministrators(env),
    HOST: host,
    // Metrics need no sign-in: other machines get the page, not these.
    HEALTH_HOST: env.HEALTH_HOST || '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    NATS_URL: backing.nats.url,
    REDIS_URL: backing.redis.url,
    CALLER_PUBLIC_KEYS: JSON.stringify(publicKeys),
    ...Object.fromEntries(
      slices.map(({ name, prefix }) => [`${prefix}_GRPC_URL`, `127.0.0.1:${ports[`${name}-grpc`]}`]),
    ),
  };
  /** @param {ServerSlice} slice */
  const own = (slice) => ownVariables(slice, known);
  return {
    /**
     * Everything a process that runs this one slice may know.
     * @param {ServerSlice} slice
     * @returns {NodeJS.ProcessEnv}
     */
    of: (slice) => ({ ...shared, ...own(slice) }),
    /** @returns {NodeJS.ProcessEnv} for the process that runs them all */
    all: () => Object.assign({}, shared, ...slices.map(own)),
    /** @returns {NodeJS.ProcessEnv} for making roles and schemas: the only one that is given the administrator's URL */
    provision: () => Object.assign({}, shared, ...slices.map(own), { PROVISION_DATABASE_URL: backing.postgres.url }),
  };
}

/**
 * @param {ServerSlice} slice
 * @param {KnownStack} known
 */
function ownVariables({ name, prefix, schema }, { secrets, ports, backing, env, host, root, demoUrl }) {
  const passwords = passwordsOf(secrets, name);
  /** @param {keyof typeof passwords} role */
  const urlOf = (role) => roleUrl(backing.postgres.url, env.DATABASE_NAME, `${schema}_${role}`, passwords[role]);
  /** @type {NodeJS.ProcessEnv} */
  const variables = {
    [`${prefix}_DATABASE_URL`]: urlOf('app'),
    [`${prefix}_WORKER_DATABASE_URL`]: urlOf('worker'),
    [`${prefix}_OWNER_DATABASE_URL`]: urlOf('owner'),
    [`${prefix}_HEALTH_PORT`]: String(ports[`${name}-health`]),
    [`${prefix}_SIGNING_KEY`]: signingKeyOf(secrets, name).privateKey,
  };
  // Another NATS has users of its own, or none.
  if (!env.NATS_URL) variables[`${prefix}_NATS_PASSWORD`] = natsPasswordOf(secrets, name);
  if (name === 'gateway') Object.assign(variables, { SESSION_SECRET: secrets.session, WEB_ROOT: env.WEB_ROOT ?? root });
  if (name === 'admin' && !isLoopback(host)) variables.SETUP_CODE = env.SETUP_CODE || secrets.setupCode;
  if (name === 'ai-dispatch') {
    variables.AI_DISPATCH_KEY_RING = env.AI_DISPATCH_KEY_RING ?? JSON.stringify(secrets.keyRing);
    variables.AI_DISPATCH_ALLOWED_NETWORKS = env.AI_DISPATCH_ALLOWED_NETWORKS ?? localPrograms;
    if (demoUrl) variables.DEMO_URL = demoUrl;
  }
  return variables;
}

/** @param {string} adminUrl @param {string | undefined} database @param {string} role @param {string} password */
function roleUrl(adminUrl, database, role, password) {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database || standardDatabase}`;
  return url.href;
}

/**
 * No server may have more than its own roles.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutAdministrators(env) {
  const administrators = ['DATABASE_URL', 'DATABASE_NAME', 'PROVISION_DATABASE_URL', 'PGPASSWORD'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !administrators.includes(name)));
}
