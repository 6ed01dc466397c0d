/** @import { UsedSecrets } from '../secrets/secrets.js' */
import { natsPasswordOf, passwordsOf, signingKeyOf } from '../secrets/secrets.js';
import { natsAuthorization, natsUser } from '../nats/rights.js';

// The user ids of the images: node and postgres as they define them; 1000 where an image names none.
const node = 1000;
const postgres = 999;

/** The slices with a database and a signing key. */
export const slices = ['gateway', 'conversation', 'ai-dispatch', 'quality', 'scheduler', 'admin'];

/** Who has passwords: the administrator of the database and Redis beside the slices. */
export const holders = [...slices, 'postgres', 'redis'];

/** Volumes of compose that belong to a user who is not root. */
export const folders = { owners: node, 'nats-data': node, media: node, prometheus: node };

/**
 * Which secrets a container of compose is given, and in which file.
 * @param {UsedSecrets} secrets
 */
export function keyFiles(secrets) {
  const administrator = passwordsOf(secrets, 'postgres').owner;
  /** @type {Record<string, { owner: number, content: string }>} */
  const files = { 'postgres/password': { owner: postgres, content: `${administrator}\n` } };
  const provision = { PROVISION_DATABASE_URL: databaseUrl('postgres', administrator, 'postgres', 'postgres') };
  for (const slice of slices) {
    const { own, owner } = environmentOf(slice, secrets, 'postgres');
    Object.assign(own, callerKeys(secrets));
    files[`${slice}/slice.env`] = { owner: node, content: toLines(own) };
    files[`owners/${slice}.env`] = { owner: node, content: toLines({ ...own, ...owner }) };
    Object.assign(provision, own, owner);
  }
  files['nats/users.conf'] = { owner: node, content: natsUsers(secrets) };
  files['owners/provision.env'] = { owner: node, content: toLines(provision) };
  return files;
}

/**
 * What one slice alone may know, and what only its migrations may.
 * @param {string} slice
 * @param {UsedSecrets} secrets
 * @param {string} host of the database
 */
export function environmentOf(slice, secrets, host) {
  const schema = slice.replaceAll('-', '_');
  const prefix = schema.toUpperCase();
  const { app, worker, owner } = passwordsOf(secrets, slice);
  /** @type {Record<string, string>} */
  const own = {
    [`${prefix}_DATABASE_URL`]: databaseUrl(`${schema}_app`, app, host),
    [`${prefix}_WORKER_DATABASE_URL`]: databaseUrl(`${schema}_worker`, worker, host),
    [`${prefix}_NATS_PASSWORD`]: natsPasswordOf(secrets, slice),
    [`${prefix}_SIGNING_KEY`]: signingKeyOf(secrets, slice).privateKey,
  };
  if (slice === 'gateway') own.SESSION_SECRET = secrets.session;
  if (slice === 'admin') own.SETUP_CODE = secrets.setupCode;
  if (slice === 'ai-dispatch') own.AI_DISPATCH_KEY_RING = JSON.stringify(secrets.keyRing);
  return { own, owner: { [`${prefix}_OWNER_DATABASE_URL`]: databaseUrl(`${schema}_owner`, owner, host) } };
}

/**
 * Who may use NATS, and for what, as its configuration includes it.
 * @param {UsedSecrets} secrets
 */
export const natsUsers = (secrets) =>
  natsAuthorization(slices.map((slice) => natsUser(slice, natsPasswordOf(secrets, slice))));

/**
 * The public halves of the signing keys, which every slice may know.
 * @param {UsedSecrets} secrets
 */
export function callerKeys(secrets) {
  const keys = slices.map((slice) => [slice, signingKeyOf(secrets, slice).publicKey]);
  return { CALLER_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(keys)) };
}

/**
 * The URL by which a role reaches the database.
 * @param {string} user
 * @param {string} password
 * @param {string} host
 * @param {string} [database]
 */
export const databaseUrl = (user, password, host, database = 'polylogue') =>
  `postgres://${user}:${encodeURIComponent(password)}@${host}:5432/${database}`;

/**
 * As node --env-file reads them: single quotes keep JSON as it is.
 * @param {Record<string, string>} environment
 */
const toLines = (environment) =>
  Object.entries(environment)
    .map(([key, value]) => `${key}='${value}'\n`)
    .join('');
