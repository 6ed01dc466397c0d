import { Inject, Injectable } from '@nestjs/common';
import { AppError, LOGGER, type Logger } from '@polylogue/service-kit';
import { AccessService } from '../auth/access.service.js';
import { issuerFetch } from '../oidc/issuer-fetch.js';
import { isOfIssuer } from '../oidc/issuer-picture.rules.js';
import { OidcSettings } from '../oidc/oidc-settings.js';
import { pictureType } from './picture.rules.js';

const deadlineMs = 5_000;

/** Reads users' pictures from the issuer, so that no other server learns from browsers who looks at whom. */
@Injectable()
export class ProfilePicturesService {
  constructor(
    private readonly access: AccessService,
    @Inject(OidcSettings) private readonly settings: OidcSettings | undefined,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async read(userId: string): Promise<{ type: string; bytes: Buffer }> {
    const picture = (await this.access.userOf(userId))?.profileImageUrl;
    if (!picture || !this.settings || !isOfIssuer(picture, this.settings.issuer)) throw noPicture();
    const bytes = await this.#fetch(picture);
    const type = bytes && pictureType(bytes);
    if (!type) throw noPicture();
    return { type, bytes };
  }

  async #fetch(picture: string): Promise<Buffer | undefined> {
    try {
      const answer = await issuerFetch(picture, { signal: AbortSignal.timeout(deadlineMs) });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    } catch (error) {
      this.logger.info({ err: error }, 'reading a picture from the issuer failed');
      return undefined;
    }
  }
}

const noPicture = () => new AppError('not_found', 'picture_not_found', 'There is no picture of this user.');
