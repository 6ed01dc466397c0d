// Prints the Secrets of an installation for Kubernetes, made once and kept in a file:
//   node packages/build-kit/src/bundle/kubernetes-secrets.js <folder> [local|production] | kubectl apply -f -
/** @import { Keyed } from '../manifests/manifest.js' */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepSecrets, passwordsOf } from '../secrets/secrets.js';
import { callerKeys, databaseUrl, environmentOf, holders, natsUsers, slices } from './key-files.js';

// By whom the database is reached: a StatefulSet of ours, or CloudNativePG's Service of the first instance.
const databases = {
  local: { host: 'postgres', user: 'postgres' },
  production: { host: 'postgres-rw', user: 'provisioner' },
};

/** @typedef {keyof typeof databases} Overlay */

/**
 * @param {import('../secrets/secrets.js').UsedSecrets} secrets
 * @param {Overlay} overlay
 * @returns {Keyed[]}
 */
export function kubernetesSecrets(secrets, overlay) {
  const { host, user } = databases[overlay];
  const password = passwordsOf(secrets, 'postgres').owner;
  const redis = passwordsOf(secrets, 'redis').app;
  /** @type {Record<string, string>} */
  const provision = { PROVISION_DATABASE_URL: databaseUrl(user, password, host, 'postgres') };
  const perSlice = slices.flatMap((slice) => {
    const { own, owner } = environmentOf(slice, secrets, host);
    for (const [key, value] of Object.entries({ ...own, ...owner })) {
      if (key.endsWith('DATABASE_URL')) provision[key] = value;
    }
    return [secret(slice, own), secret(`${slice}-owner`, owner)];
  });
  return [
    ...perSlice,
    secret('provision', provision),
    secret('nats', { 'users.conf': natsUsers(secrets) }),
    secret('redis', { password: redis, REDIS_URL: `redis://:${encodeURIComponent(redis)}@redis:6379` }),
    overlay === 'local'
      ? secret('postgres', { password })
      : { ...secret('postgres-provisioner', { username: user, password }), type: 'kubernetes.io/basic-auth' },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf('caller-keys'), data: callerKeys(secrets) },
  ];
}

/** @param {string} name */
const metadataOf = (name) => ({ name, namespace: 'polylogue', labels: { 'app.kubernetes.io/part-of': 'polylogue' } });
/** @param {string} name @param {Record<string, string>} stringData @returns {Keyed} */
const secret = (name, stringData) => ({ apiVersion: 'v1', kind: 'Secret', metadata: metadataOf(name), stringData });

/** @param {string} word @returns {word is Overlay} */
const isOverlay = (word) => word in databases;

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder, overlay = 'local'] = process.argv.slice(2);
  if (!folder || !isOverlay(overlay)) {
    console.error('Usage: node packages/build-kit/src/bundle/kubernetes-secrets.js <folder> [local|production]');
    process.exit(1);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const items = kubernetesSecrets(await keepSecrets(resolve(folder), holders), overlay);
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));
}
