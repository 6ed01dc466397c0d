import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '@polylogue/service-kit';
import { answerRefused } from './oidc.errors.js';
import { OidcSettings } from './oidc-settings.js';

/** Whom the issuer's callback is about: `user` and `authInfo` of the request. */
@Injectable()
export class OidcGuard extends AuthGuard('oidc') {
  constructor(@Inject(OidcSettings) private readonly settings: OidcSettings | undefined) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.settings) throw new AppError('not_found', 'no_such_call', 'There is nothing at this address.');
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<User>(error: unknown, user: User | false | null | undefined): User {
    if (user) return user;
    throw error ?? answerRefused('nobody');
  }
}
