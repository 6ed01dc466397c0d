import { Inject, Injectable } from '@nestjs/common';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { LOGGER, type Logger } from '@polylogue/service-kit';
import type { IssuedSession } from '../auth/issued-session.js';
import { Clock } from '../clock.js';
import { faultOfIdToken, needsMore, toIssuedUser, type Claims, type IssuedUser } from './claims.rules.js';
import { explain } from './explain-failure.js';
import { Issuer } from './issuer.js';
import { answerRefused } from './oidc.errors.js';
import type { Transaction } from './sealed-transaction.js';
import { Transactions } from './transactions.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/** What came of a callback. */
export interface Arrival {
  user: IssuedUser;
  returnTo: string;
  issued: IssuedSession;
}

// It travels in a header, and a proxy in front takes 4 KiB of those.
const maxHintLength = 2_048;

/** The authorization code flow with PKCE, state and nonce: there, back, and out again. */
@Injectable()
export class CodeFlow {
  constructor(
    private readonly issuer: Issuer,
    private readonly transactions: Transactions,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Where to send a browser that wants to sign in. */
  async begin(request: HttpRequest, response: HttpResponse, returnTo: string): Promise<string> {
    const configuration = await this.issuer.configuration();
    const { redirectUri, scope } = this.issuer.settings;
    const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), returnTo };
    this.transactions.keep(request, response, begun);
    return buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Whom the issuer vouches for in a callback. Throws a sentence for anything that does not fit. */
  async arrive(request: HttpRequest): Promise<Arrival> {
    const parameters = new URLSearchParams(request.originalUrl.split('?')[1] ?? '');
    const states = parameters.getAll('state');
    const begun = await this.transactions.take(request, states.length === 1 ? states[0] : undefined);
    try {
      const configuration = await this.issuer.configuration();
      return await this.#exchange(configuration, parameters, begun);
    } catch (error) {
      this.issuer.doubt();
      const explained = explain(error);
      // The cause names what did not fit, never a token or a code.
      this.logger.warn({ code: explained.code, why: String(explained.cause ?? '') }, 'a sign-in was refused');
      throw explained;
    }
  }

  /** Where to go after signing out here: to the issuer, when it offers to sign out there. */
  async leave(idToken: string | undefined): Promise<string> {
    const home = '/';
    try {
      const configuration = await this.issuer.configuration();
      if (!configuration.serverMetadata().end_session_endpoint) return home;
      const parameters = new URLSearchParams({ post_logout_redirect_uri: this.issuer.settings.afterSignOut });
      if (idToken && idToken.length <= maxHintLength) parameters.set('id_token_hint', idToken);
      return buildEndSessionUrl(configuration, parameters).href;
    } catch (error) {
      this.logger.warn({ err: error }, 'sign-out at the OIDC issuer failed; the user is signed out here');
      return home;
    }
  }

  async #exchange(configuration: Configuration, parameters: URLSearchParams, begun: Transaction): Promise<Arrival> {
    const { settings } = this.issuer;
    // The address the issuer was given, not the one a proxy shows us.
    const arrivedAt = new URL(`${settings.redirectUri}?${parameters}`);
    const tokens = await authorizationCodeGrant(configuration, arrivedAt, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    });
    const idClaims: Claims = tokens.claims() ?? {};
    const fault = faultOfIdToken(idClaims, settings.clientId, this.clock.now());
    if (fault) throw fault;
    const claims = needsMore(idClaims, settings)
      ? { ...(await this.#userInfo(configuration, tokens.access_token, idClaims)), ...idClaims }
      : idClaims;
    const user = toIssuedUser(claims, settings);
    const sid = typeof idClaims['sid'] === 'string' ? idClaims['sid'] : undefined;
    const { issuer, subject } = user;
    return { user, returnTo: begun.returnTo, issued: { issuer, subject, sid, idToken: tokens.id_token } };
  }

  async #userInfo(configuration: Configuration, accessToken: string, { sub }: Claims): Promise<Claims> {
    if (!configuration.serverMetadata().userinfo_endpoint) return {};
    if (typeof sub !== 'string') throw answerRefused('sub');
    return fetchUserInfo(configuration, accessToken, sub);
  }
}
