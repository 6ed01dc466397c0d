import { Controller, Inject, Req } from '@nestjs/common';
import type { Route } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { SessionEndings } from '../auth/session-endings.service.js';
import { Serves } from '../http/serves.js';
import { LogoutTokens } from '../oidc/logout-token.service.js';
import { OidcSettings } from '../oidc/oidc-settings.js';
import type { HttpRequest } from '../http/http-messages.js';

/** For the issuer alone, server to server; what it says is proven by its signature. */
export const backchannelLogout = {
  method: 'POST',
  path: '/api/backchannel-logout',
  summary: 'Ends here what has ended at the issuer.',
  access: 'public',
} as const satisfies Route;

@Controller()
export class BackchannelLogoutController {
  constructor(
    private readonly tokens: LogoutTokens,
    private readonly endings: SessionEndings,
    @Inject(OidcSettings) private readonly oidc: OidcSettings | undefined,
  ) {}

  @Serves(backchannelLogout)
  async end(@Req() { body }: HttpRequest): Promise<void> {
    if (!this.oidc) throw new AppError('not_found', 'no_such_call', 'There is nothing at this address.');
    const form = (body ?? {}) as { logout_token?: unknown };
    await this.tokens.use(form.logout_token, (ended) => this.endings.endIssued(ended));
  }
}
