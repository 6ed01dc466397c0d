import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

const transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  startedAt: z.number(),
});

/** What one sign-in has to remember until the issuer sends the browser back. */
export type Transaction = z.output<typeof transaction>;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Locks a transaction for its trip through the browser: it can neither be read nor changed there. */
export function seal(content: Transaction, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), iv);
  const locked = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), locked]).toString('base64url');
}

/** The transaction again, or undefined for anything we did not seal. */
export function unseal(text: string, secret: string): Transaction | undefined {
  try {
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const opened = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    return transaction.parse(JSON.parse(opened.toString('utf8')));
  } catch {
    return undefined;
  }
}

// A key of its own: what signs sessions must not open this.
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'polylogue oidc transaction', 32));
}
