import { createHash } from 'node:crypto';

/** How long a link holds. */
export const resetLinkHours = 24;
/** Random bytes of a token. */
export const tokenBytes = 32;

const tokenShape = /^[\w-]{43}$/;

/** What is stored of a token; undefined for a text that no token can be. Nothing slow: a token has 256 random bits. */
export function tokenHashOf(token: string): Buffer | undefined {
  return tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined;
}
