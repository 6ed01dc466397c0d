import { ExpiringCache } from '../collections/expiring-cache.js';
import { readPublicKeys, verifyToken, type TokenReader, type VerifiedToken } from './caller-token.js';

const maxTokens = 5_000;

/** Verifies caller tokens, remembering the latest until they expire. */
export class CallerVerifier {
  readonly #reader: TokenReader;
  readonly #verified: ExpiringCache<VerifiedToken>;

  /** `publicKeys`: issuer to base64 SPKI DER. `audiences`: the names under which this server is called. */
  constructor(
    publicKeys: Readonly<Record<string, string>>,
    audiences: readonly string[],
    private readonly now: () => number = Date.now,
  ) {
    this.#verified = new ExpiringCache(maxTokens, now);
    this.#reader = { publicKeys: readPublicKeys(publicKeys), audiences: new Set(audiences) };
  }

  /** Throws `unauthenticated` for a token that is forged, tampered with, expired, for another service or beyond its issuer's rights. */
  verify(token: string): VerifiedToken {
    const known = this.#verified.get(token);
    if (known) return known;
    const verified = verifyToken(token, this.#reader, this.now());
    this.#verified.set(token, verified, verified.expiresAt * 1000);
    return verified;
  }
}
