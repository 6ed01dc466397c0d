import type { KeyObject } from 'node:crypto';
import { readPublicKeys, verifyToken, type VerifiedToken } from './caller-token.js';

const remembered = 5_000;

/** Verifies caller tokens, remembering the most recently used ones until they expire. */
export class CallerVerifier {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #verified = new Map<string, VerifiedToken>();

  constructor(
    publicKeys: Readonly<Record<string, string>>,
    private readonly now: () => number = Date.now,
  ) {
    this.#keys = readPublicKeys(publicKeys);
  }

  /** Throws `unauthenticated` for a token that is forged, tampered with, expired or beyond its issuer's rights. */
  verify(token: string): VerifiedToken {
    const known = this.#verified.get(token);
    if (known) this.#verified.delete(token);
    const verified = known && known.expiresAt * 1000 > this.now() ? known : verifyToken(token, this.#keys, this.now());
    this.#verified.set(token, verified);
    if (this.#verified.size > remembered) this.#verified.delete(this.#verified.keys().next().value as string);
    return verified;
  }
}
