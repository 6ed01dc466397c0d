import { hkdfSync } from 'node:crypto';

const secretBytes = 32;
export const saltBytes = 32;

/**
 * The secret of a query's webhook, made again whenever it is needed: who has the database alone can sign nothing. A new salt
 * is a new secret, and so is a new key of this service.
 */
export function secretOf(signingKey: string, { savedQueryId, salt }: { savedQueryId: number; salt: Buffer }): Buffer {
  const purpose = `polylogue webhook of saved query ${savedQueryId}`;
  return Buffer.from(hkdfSync('sha256', Buffer.from(signingKey, 'base64'), salt, purpose, secretBytes));
}

/** As Standard Webhooks write a secret. */
export const written = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;
