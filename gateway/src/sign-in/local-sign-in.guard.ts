import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { signIn } from '@polylogue/api-contract';
import { routeOf } from '../http/serves.js';
import { localSignInOff } from '../oidc/oidc.errors.js';
import { OidcSettings } from '../oidc/oidc-settings.js';

/** Beside an issuer there is no sign-up here, and only a break-glass lets local accounts in. */
@Injectable()
export class LocalSignInGuard implements CanActivate {
  constructor(@Inject(OidcSettings) private readonly oidc: OidcSettings | undefined) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.oidc || (this.oidc.hasBreakGlass && routeOf(context) === signIn)) return true;
    throw localSignInOff();
  }
}
