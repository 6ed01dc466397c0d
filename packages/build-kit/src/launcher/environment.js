import { join } from 'node:path';

const database = 'polylogue';

// Ollama, LM Studio and vLLM where they stand by themselves: whoever runs this on their own machine may add them in the
// panel. Other ports of the machine, ours among them, stay out of reach.
const localPrograms = '127.0.0.1:11434,[::1]:11434,127.0.0.1:1234,[::1]:1234,127.0.0.1:8000,[::1]:8000';

/**
 * What the servers of a stack are told through their environment.
 * @param {object} known
 * @param {import('./slices.js').ServerSlice[]} known.slices
 * @param {import('./secrets.js').Secrets} known.secrets
 * @param {Record<string, number>} known.ports
 * @param {import('../backing/index.js').Backing} known.backing
 * @param {NodeJS.ProcessEnv} known.env the caller's; what it sets wins over defaults, not over what was started here
 * @param {number} known.port
 * @param {string} known.dataDir
 * @param {string} known.root
 * @param {string} [known.demoUrl]
 */
export function describeEnvironment(known) {
  const { slices, secrets, ports, backing, env, port, dataDir, root, demoUrl } = known;
  const publicKeys = Object.fromEntries(slices.map(({ name }) => [name, secrets.signingKeys[name].publicKey]));
  const shared = {
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '10',
    MIGRATE_AT_START: 'true',
    NODE_ENV: 'production',
    // Node 22 and later keep what they compiled; older ones take no notice.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/polylogue/compiled'),
    ...withoutAdministrators(env),
    PORT: String(port),
    DATA_DIR: dataDir,
    NATS_URL: backing.nats.url,
    REDIS_URL: backing.redis.url,
    CALLER_PUBLIC_KEYS: JSON.stringify(publicKeys),
    ...Object.fromEntries(
      slices.map(({ name, prefix }) => [`${prefix}_GRPC_URL`, `127.0.0.1:${ports[`${name}-grpc`]}`]),
    ),
  };
  const own = (slice) => ownVariables(slice, { secrets, ports, backing, env, root, demoUrl });
  return {
    /** Everything a process that runs this one slice may know. */
    of: (slice) => ({ ...shared, ...own(slice) }),
    /** For the process that runs them all. */
    all: () => Object.assign({}, shared, ...slices.map(own)),
    /** For making roles and schemas: the only one that is given the administrator's URL. */
    provision: () => Object.assign({}, shared, ...slices.map(own), { PROVISION_DATABASE_URL: backing.postgres.url }),
  };
}

function ownVariables({ name, prefix, schema }, { secrets, ports, backing, env, root, demoUrl }) {
  const passwords = secrets.databasePasswords[name];
  const variables = {
    [`${prefix}_DATABASE_URL`]: roleUrl(backing.postgres.url, `${schema}_app`, passwords.app),
    [`${prefix}_WORKER_DATABASE_URL`]: roleUrl(backing.postgres.url, `${schema}_worker`, passwords.worker),
    [`${prefix}_OWNER_DATABASE_URL`]: roleUrl(backing.postgres.url, `${schema}_owner`, passwords.owner),
    [`${prefix}_HEALTH_PORT`]: String(ports[`${name}-health`]),
    [`${prefix}_SIGNING_KEY`]: secrets.signingKeys[name].privateKey,
  };
  if (name === 'gateway') Object.assign(variables, { SESSION_SECRET: secrets.session, WEB_ROOT: env.WEB_ROOT ?? root });
  if (name === 'ai-dispatch') {
    variables.AI_DISPATCH_KEY_RING = env.AI_DISPATCH_KEY_RING ?? JSON.stringify(secrets.keyRing);
    variables.AI_DISPATCH_ALLOWED_NETWORKS = env.AI_DISPATCH_ALLOWED_NETWORKS ?? localPrograms;
    if (demoUrl) variables.DEMO_URL = demoUrl;
  }
  return variables;
}

function roleUrl(adminUrl, role, password) {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

// No server may have more than its own roles.
function withoutAdministrators(env) {
  const administrators = ['DATABASE_URL', 'PROVISION_DATABASE_URL', 'PGPASSWORD'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !administrators.includes(name)));
}
