import { createHash, randomBytes } from 'node:crypto';

/** How long a link holds. */
export const resetLinkHours = 24;

/** What 32 bytes are as text. */
const tokenShape = /^[\w-]{43}$/;

/** A token nobody can guess, and what is stored of it. */
export function makeToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** What is stored of a token; undefined for a text that no token can be. Nothing slow: a token has 256 random bits. */
export function tokenHashOf(token: string): Buffer | undefined {
  return tokenShape.test(token) ? hashOf(token) : undefined;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
