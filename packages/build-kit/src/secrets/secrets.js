import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { defined } from '../defined.js';
import { keep, readKept } from './kept-json.js';

const password = () => randomBytes(24).toString('base64url');

/**
 * @typedef {object} Secrets
 * @property {string} session signs session cookies
 * @property {string} setupCode what the first account must bring where other machines reach the installation
 * @property {string} keyEncryption the first key of the ring
 * @property {Record<string, string>} keyRing id to 32 bytes, base64: what encrypts providers' keys at rest; the last is used
 * @property {Record<string, { owner: string, app: string, worker: string }>} databasePasswords by slice
 * @property {Record<string, string>} natsPasswords by slice
 * @property {Record<string, { privateKey: string, publicKey: string }>} signingKeys by slice, base64 DER
 */

/** @typedef {Omit<Secrets, 'keyEncryption'>} UsedSecrets what programs are given; the ring holds the first key too */

/** @param {UsedSecrets} secrets @param {string} name of a slice, or of another that has passwords */
export const passwordsOf = ({ databasePasswords }, name) =>
  defined(databasePasswords[name], `The database passwords of ${name}`);

/** @param {UsedSecrets} secrets @param {string} slice */
export const natsPasswordOf = ({ natsPasswords }, slice) =>
  defined(natsPasswords[slice], `The NATS password of ${slice}`);

/** @param {UsedSecrets} secrets @param {string} slice */
export const signingKeyOf = ({ signingKeys }, slice) => defined(signingKeys[slice], `The signing key of ${slice}`);

/**
 * Reads the secrets of a data folder and makes those that are missing.
 * @param {string} folder
 * @param {string[]} slices
 * @param {object} [how]
 * @param {boolean} [how.addKey] puts a new key at the end of the key ring
 * @returns {Promise<Secrets>}
 */
export async function keepSecrets(folder, slices, { addKey = false } = {}) {
  const path = join(folder, 'secrets.json');
  /** @type {Partial<Secrets>} */
  const kept = await readKept(path);
  const keyEncryption = kept.keyEncryption ?? randomBytes(32).toString('base64');
  /** @type {Secrets} */
  const secrets = {
    session: kept.session ?? randomBytes(32).toString('base64url'),
    setupCode: kept.setupCode ?? makeSetupCode(),
    keyEncryption,
    keyRing: kept.keyRing ?? { k1: keyEncryption },
    databasePasswords: { ...kept.databasePasswords },
    natsPasswords: { ...kept.natsPasswords },
    signingKeys: { ...kept.signingKeys },
  };
  if (addKey) {
    const id = `k${Object.keys(secrets.keyRing).length + 1}`;
    secrets.keyRing = { ...secrets.keyRing, [id]: randomBytes(32).toString('base64') };
  }
  for (const slice of slices) {
    secrets.databasePasswords[slice] ??= { owner: password(), app: password(), worker: password() };
    secrets.natsPasswords[slice] ??= password();
    secrets.signingKeys[slice] ??= makeSigningKey();
  }
  if (JSON.stringify(secrets) !== JSON.stringify(kept)) await keep(path, secrets);
  return secrets;
}

/** Typed by hand, once: 80 bits in groups of four. */
const makeSetupCode = () => defined(randomBytes(10).toString('hex').match(/.{4}/g), 'The groups of a code').join('-');

function makeSigningKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
