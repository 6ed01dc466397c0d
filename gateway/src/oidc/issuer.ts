import { Inject, Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client';
import { AppError, isWithin, LOGGER, type Logger } from '@polylogue/service-kit';
import { Clock } from '../clock.js';
import { issuerFetch } from './issuer-fetch.js';
import { faultOfMetadata } from './metadata.rules.js';
import { issuerAway, issuerUnusable } from './oidc.errors.js';
import { OidcSettings } from './oidc-settings.js';

const withinSeconds = 5;
const freshMs = 60 * 60 * 1_000;
const doubtedAfterMs = 10_000;

interface Known {
  metadata: ServerMetadata;
  requestedAt: number;
}

/** The issuer as it describes itself: discovered when first needed, and again when that grows old or something fails. */
@Injectable()
export class Issuer {
  #known: Known | undefined;
  #pending: Promise<ServerMetadata> | undefined;

  constructor(
    @Inject(OidcSettings) private readonly wanted: OidcSettings | undefined,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get settings(): OidcSettings {
    if (!this.wanted) throw new Error('No issuer is configured.');
    return this.wanted;
  }

  /** One sign-in's view of the issuer. It fetches the keys anew: one that was rotated in or withdrawn counts at once. */
  async configuration(): Promise<Configuration> {
    const metadata = await this.#metadata();
    const { clientId, issuer } = this.settings;
    const configuration = new Configuration(metadata, clientId, {}, this.#clientAuth(metadata));
    configuration.timeout = withinSeconds;
    configuration[customFetch] = issuerFetch;
    // Without it the library trusts TLS alone in the code flow and does not look at the signature.
    enableNonRepudiationChecks(configuration);
    if (issuer.protocol === 'http:') allowInsecureRequests(configuration);
    return configuration;
  }

  /** Something the issuer said did not fit: it may have moved, so it is discovered again before long. */
  doubt(): void {
    const known = this.#known;
    if (known) known.requestedAt = Math.min(known.requestedAt, this.clock.now() - freshMs + doubtedAfterMs);
  }

  async #metadata(): Promise<ServerMetadata> {
    const known = this.#known;
    if (known && isWithin(known.requestedAt, this.clock.now(), freshMs)) return known.metadata;
    this.#pending ??= this.#discover().finally(() => (this.#pending = undefined));
    try {
      return await this.#pending;
    } catch (error) {
      // What it said an hour ago is likelier than nothing, unless it now says something that cannot be used.
      if (known && AppError.is(error) && error.code === 'issuer_away') return known.metadata;
      throw error;
    }
  }

  async #discover(): Promise<ServerMetadata> {
    const { issuer, clientId } = this.settings;
    const requestedAt = this.clock.now();
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    let metadata: ServerMetadata;
    try {
      const found = await discovery(issuer, clientId, undefined, None(), {
        execute,
        timeout: withinSeconds,
        [customFetch]: issuerFetch,
      });
      metadata = found.serverMetadata();
    } catch (error) {
      this.logger.warn({ err: error, issuer: issuer.href }, 'reading the metadata of the OIDC issuer failed');
      throw isMismatch(error) ? issuerUnusable('another issuer') : issuerAway(error);
    }
    const fault = faultOfMetadata(metadata, issuer);
    if (fault) {
      this.logger.error({ issuer: issuer.href, fault }, 'the metadata of the OIDC issuer is invalid');
      throw issuerUnusable(fault);
    }
    this.#known = { metadata, requestedAt };
    return metadata;
  }

  #clientAuth({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): ClientAuth {
    const { clientSecret } = this.settings;
    if (!clientSecret) return None();
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    return isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
  }
}

function isMismatch(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
}
