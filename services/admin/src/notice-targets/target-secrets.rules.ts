import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

// Keys are derived from the service's own key: a copy of the database reads no address and signs nothing.

const none = Buffer.alloc(0);
const keyOf = (signingKey: string, purpose: string, salt: Buffer = none) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(signingKey, 'base64'), salt, `polylogue notices ${purpose}`, 32));

const nonceBytes = 12;
const tagBytes = 16;

/** Seals the address of a target: for this target and nothing else. */
export function seal(signingKey: string, targetId: string, address: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(signingKey, 'addresses'), nonce).setAAD(Buffer.from(targetId));
  const text = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** What was sealed; undefined when it was sealed with another key, or for another target. */
export function unseal(signingKey: string, targetId: string, sealed: Buffer): string | undefined {
  try {
    const nonce = sealed.subarray(0, nonceBytes);
    const cipher = createDecipheriv('aes-256-gcm', keyOf(signingKey, 'addresses'), nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(targetId)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

export const saltBytes = 32;

/** The secret by which the messages to a webhook are signed. */
export const secretOf = (signingKey: string, targetId: string, salt: Buffer): Buffer =>
  keyOf(signingKey, `webhook ${targetId}`, salt);

/** As Standard Webhooks write a secret. */
export const written = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** The header `webhook-signature` of Standard Webhooks. */
export function signatureOf(message: { id: string; timestamp: number; body: string }, secret: Buffer): string {
  const mac = createHmac('sha256', secret).update(`${message.id}.${message.timestamp}.${message.body}`);
  return `v1,${mac.digest('base64')}`;
}

export type LinkPurpose = 'confirm' | 'unsubscribe';

interface Link {
  purpose: LinkPurpose;
  targetId: string;
}

/** The token of a link in a mail: what it is for, of which target, until when, and its signature. Unsubscribing has no end. */
export function linkToken(signingKey: string, { purpose, targetId }: Link, expiresAt?: Date): string {
  const until = expiresAt ? Math.floor(expiresAt.getTime() / 1000).toString(36) : '0';
  const content = `${purpose}.${targetId}.${until}`;
  return `${content}.${macOf(signingKey, content).toString('base64url')}`;
}

/** What a token is for; undefined when it is not ours, or too old. */
export function readLink(signingKey: string, token: string, now: Date): Link | undefined {
  const [, content, purpose, targetId, until, mac] =
    /^((confirm|unsubscribe)\.([0-9a-f-]{36})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? [];
  if (!content || !targetId || !until || !mac) return undefined;
  if (!timingSafeEqual(macOf(signingKey, content), Buffer.from(mac, 'base64url'))) return undefined;
  if (until !== '0' && parseInt(until, 36) * 1000 < now.getTime()) return undefined;
  return { purpose: purpose as LinkPurpose, targetId };
}

const macOf = (signingKey: string, content: string) =>
  createHmac('sha256', keyOf(signingKey, 'links')).update(content).digest();
