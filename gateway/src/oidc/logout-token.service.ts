import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { AppError } from '@polylogue/service-kit';
import type { EndedSession } from '../auth/issued-session.js';
import { Attempts } from '../throttling/attempts.service.js';
import { Issuer } from './issuer.js';
import { issuerFetch } from './issuer-fetch.js';
import { endedByToken } from './logout-token.rules.js';
import { issuerAway, logoutTokenRefused } from './oidc.errors.js';

const withinMs = 5_000;
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** What an issuer sends, server to server, when a user's session there has ended. */
@Injectable()
export class LogoutTokens {
  #keys: { from: string; set: JWTVerifyGetKey } | undefined;

  constructor(
    private readonly issuer: Issuer,
    private readonly attempts: Attempts,
  ) {}

  /**
   * Hands the session that it names to `end`. Throws for a token that is not the issuer's, not for us, old, or used before.
   * One whose session could not be ended may come again.
   */
  async use(token: unknown, end: (ended: EndedSession) => Promise<void>): Promise<void> {
    if (typeof token !== 'string') throw logoutTokenRefused('there is none');
    const { clientId } = this.issuer.settings;
    const { issuer, jwks_uri: keysAt = '' } = (await this.issuer.configuration()).serverMetadata();
    const claims = await this.#verified(token, this.#keysFrom(keysAt), { issuer, audience: clientId });
    const ended = endedByToken(claims);
    if (!ended) throw logoutTokenRefused('it is no logout token');
    const isFirst = await this.attempts.once(`logout ${claims.jti}`, () => end(ended));
    if (!isFirst) throw logoutTokenRefused('it was used before');
  }

  async #verified(
    token: string,
    keys: JWTVerifyGetKey,
    whose: { issuer: string; audience: string },
  ): Promise<JWTPayload> {
    const usual = { algorithms, clockTolerance: 30, maxTokenAge: '5 minutes', requiredClaims: ['jti', 'events'] };
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, { ...usual, ...whose });
      if (!mayEnd(protectedHeader.typ)) throw logoutTokenRefused('it is of another type');
      return payload;
    } catch (error) {
      if (AppError.is(error)) throw error;
      const isRefused = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
      throw isRefused ? logoutTokenRefused(error.code) : issuerAway(error);
    }
  }

  #keysFrom(address: string): JWTVerifyGetKey {
    if (this.#keys?.from !== address) {
      const usual = { timeoutDuration: withinMs, cooldownDuration: withinMs, [customFetch]: issuerFetch };
      this.#keys = { from: address, set: createRemoteJWKSet(new URL(address), usual) };
    }
    return this.#keys.set;
  }
}

/** Whether a token of this type may be one that ends a session: many issuers say no more than that it is a JWT. */
const mayEnd = (type = 'jwt') => /^(application\/)?(logout\+)?jwt$/i.test(type);
