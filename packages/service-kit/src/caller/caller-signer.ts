import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { CallerRole } from './caller.js';
import { longestTokenSeconds, sessionIssuer, signToken, type TokenClaims } from './caller-token.js';

/** The user a token is made for. */
export interface TokenUser {
  userId: string;
  role: CallerRole;
  isApproved: boolean;
}

const reuseSeconds = 60;
const remembered = 10_000;

/** Signs who a service is and for whom it calls. Tokens are reused for a minute, so that the far side's cache hits. */
export class CallerSigner {
  readonly #key: KeyObject;
  readonly #tokens = new Map<string, { token: string; until: number }>();

  /** `key`: Ed25519 private key, base64 PKCS8 DER. */
  constructor(
    readonly issuer: string,
    key: string,
    private readonly now: () => number = Date.now,
  ) {
    this.#key = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  }

  /** The token of a user's own session. Only the gateway's are believed. */
  forSession(user: TokenUser): string {
    if (this.issuer !== sessionIssuer) throw new Error(`${this.issuer} may not vouch for a session; use actingFor().`);
    return this.#token({ ...user, onBehalfOf: false });
  }

  /** The token of a service that acts later for a user: a schedule, judging, recovery. */
  actingFor(user: TokenUser): string {
    return this.#token({ ...user, onBehalfOf: true });
  }

  /** The token of the service itself, for nobody in particular. */
  asService(): string {
    return this.#token(undefined);
  }

  #token(user: TokenClaims['user']): string {
    const id = user ? `${user.userId} ${user.role} ${user.isApproved} ${user.onBehalfOf}` : '';
    const now = this.now();
    const known = this.#tokens.get(id);
    if (known && known.until > now) return known.token;
    if (this.#tokens.size >= remembered) this.#tokens.clear();
    const claims: TokenClaims = { issuer: this.issuer, expiresAt: Math.floor(now / 1000) + longestTokenSeconds };
    if (user) {
      // Field by field: whatever else a caller's object carries stays out of the token.
      const { userId, role, isApproved, onBehalfOf } = user;
      claims.user = { userId, role, isApproved, onBehalfOf };
    }
    const token = signToken(claims, this.#key);
    this.#tokens.set(id, { token, until: now + reuseSeconds * 1000 });
    return token;
  }
}
