import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ExpiringCache } from '../collections/expiring-cache.js';
import type { CallerRole, CallingKey } from './caller.js';
import { maxTokenSeconds, sessionIssuer, signToken, type TokenClaims, type TokenUserClaims } from './caller-token.js';

/** The user a session's token is made for. */
export interface TokenUser {
  userId: string;
  role: CallerRole;
  isApproved: boolean;
  /** The key that stands in for the session. */
  apiKey?: CallingKey | undefined;
}

/** The user for whom a service acts. It never acts as an administrator. */
export interface ActedFor {
  userId: string;
  isApproved: boolean;
  /** Whether the user's own session waits for the call; false when absent. */
  isPresent?: boolean;
  /** The key whose call it is done for. */
  apiKey?: CallingKey | undefined;
}

/** A caller's token for the service that is to read it, `conversation`; no other service takes it. */
export type CallerToken = (audience: string) => string;

const reuseMs = 60_000;

/** Conversation of the version before calls ai-dispatch with the token it was called with. */
const handedOnTo: Readonly<Record<string, string[]>> = { conversation: ['ai-dispatch'] };

const maxTokens = 10_000;

/** Signs who a service is and for whom it calls. Tokens are reused for a minute, so that the far side's cache hits. */
export class CallerSigner {
  readonly #key: KeyObject;
  readonly #tokens: ExpiringCache<string>;

  /** `key`: Ed25519 private key, base64 PKCS8 DER. */
  constructor(
    readonly issuer: string,
    key: string,
    private readonly now: () => number = Date.now,
  ) {
    this.#tokens = new ExpiringCache(maxTokens, now);
    this.#key = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  }

  /** The token of a user's own session. Only the gateway's are believed. */
  forSession({ userId, role, isApproved, apiKey }: TokenUser): CallerToken {
    if (this.issuer !== sessionIssuer) throw new Error(`${this.issuer} may not vouch for a session; use actingFor().`);
    // Field by field: whatever else a caller's object carries stays out of the token.
    return this.#tokenOf({ userId, role, isApproved, onBehalfOf: false, ...claimed(apiKey) });
  }

  /** The token of a service that acts for a user: in the course of a call, or later for a schedule, judging, recovery. */
  actingFor({ userId, isApproved, isPresent = false, apiKey }: ActedFor): CallerToken {
    return this.#tokenOf({
      userId,
      role: 'user',
      isApproved,
      onBehalfOf: true,
      isPresent,
      ...claimed(apiKey),
    });
  }

  /** The token of the service itself, on behalf of no user. */
  asService(): CallerToken {
    return this.#tokenOf(undefined);
  }

  #tokenOf(user: TokenUserClaims | undefined): CallerToken {
    return (audience) => this.#sign(audience, user);
  }

  #sign(audience: string, user: TokenUserClaims | undefined): string {
    const id = `${audience} ${whose(user)}`;
    const now = this.now();
    const known = this.#tokens.get(id);
    if (known !== undefined) return known;
    const expiresAt = Math.floor(now / 1000) + maxTokenSeconds;
    const claims: TokenClaims = { issuer: this.issuer, audience, expiresAt };
    if (user) claims.user = user;
    const onward = user?.onBehalfOf === false && handedOnTo[audience];
    if (onward) claims.handedOnTo = onward;
    const token = signToken(claims, this.#key);
    this.#tokens.set(id, token, now + reuseMs);
    return token;
  }
}

const claimed = (apiKey: CallingKey | undefined) =>
  apiKey && { apiKey: { id: apiKey.id, dailyBudgetMicros: apiKey.dailyBudgetMicros } };

/** All that two tokens can differ in. */
function whose(user: TokenUserClaims | undefined): string {
  if (!user) return '';
  const { userId, role, isApproved, onBehalfOf, isPresent, apiKey } = user;
  const key = apiKey ? ` ${apiKey.id} ${apiKey.dailyBudgetMicros}` : '';
  return `${userId} ${role} ${isApproved} ${onBehalfOf} ${isPresent}${key}`;
}
