import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.js';

/** A secret closed with a data key of its own, and that data key closed with a key of the ring. */
export interface Envelope {
  /** Which key of the ring closes the data key. */
  keyId: string;
  wrappedKey: Buffer;
  sealed: Buffer;
}

/** What a secret belongs to. An envelope moved to another row, or a row moved to another address, does not open. */
export interface EnvelopeContext {
  service: string;
  /** Where the secret may be sent: scheme, host and port. */
  origin: string;
}

/** An envelope that does not open: no such key in the ring, or not what was closed. Says nothing of the content. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const dataKeyBytes = 32;

/** Closes a secret with a fresh data key. */
export function seal(secret: string, context: EnvelopeContext, ring: KeyRing): Envelope {
  const dataKey = randomBytes(dataKeyBytes);
  const sealed = encrypt(dataKey, Buffer.from(secret, 'utf8'), secretContext(context));
  return { keyId: ring.currentId, wrappedKey: wrap(dataKey, context.service, ring), sealed };
}

/** @throws {EnvelopeError} */
export function open(envelope: Envelope, context: EnvelopeContext, ring: KeyRing): string {
  return decrypt(unwrap(envelope, context.service, ring), envelope.sealed, secretContext(context)).toString('utf8');
}

/**
 * Closes the data key with the current key of the ring; the secret itself is not opened.
 *
 * @throws {EnvelopeError}
 */
export function rewrap(envelope: Envelope, service: string, ring: KeyRing): Envelope {
  const dataKey = unwrap(envelope, service, ring);
  return { keyId: ring.currentId, wrappedKey: wrap(dataKey, service, ring), sealed: envelope.sealed };
}

const wrap = (dataKey: Buffer, service: string, ring: KeyRing) =>
  encrypt(keyOf(ring, ring.currentId), dataKey, dataKeyContext(service, ring.currentId));

const unwrap = ({ keyId, wrappedKey }: Envelope, service: string, ring: KeyRing) =>
  decrypt(keyOf(ring, keyId), wrappedKey, dataKeyContext(service, keyId));

// JSON, so that no two contexts read the same.
const dataKeyContext = (service: string, keyId: string) =>
  Buffer.from(JSON.stringify(['ai_dispatch.secrets.wrapped_key', keyId, service]));
const secretContext = ({ service, origin }: EnvelopeContext) =>
  Buffer.from(JSON.stringify(['ai_dispatch.secrets.sealed', service, origin]));

function keyOf({ keys }: KeyRing, id: string): Buffer {
  const key = keys.get(id);
  if (!key) throw new EnvelopeError(`The key ring has no key "${id}".`);
  return key;
}

function encrypt(key: Buffer, plain: Buffer, context: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(context);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, closed: Buffer, context: Buffer): Buffer {
  try {
    const iv = closed.subarray(0, ivBytes);
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(context);
    decipher.setAuthTag(closed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(closed.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new EnvelopeError('The envelope is not what was closed here.');
  }
}
