import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, createPasswordReset, resetPassword, ValidBodyOf } from '@polylogue/api-contract';
import { AppError, CallerSigner, CONFIG, isUnknownCall } from '@polylogue/service-kit';
import { SessionEndings } from '../auth/session-endings.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { isExposed, type GatewayConfig } from '../config.js';
import { localSignInOff } from '../oidc/oidc.errors.js';
import { OidcSettings } from '../oidc/oidc-settings.js';
import { Attempts } from '../throttling/attempts.service.js';
import { SignInRecords } from './sign-in-records.service.js';
import type { HttpRequest } from '../http/http-messages.js';

const hashingMs = 10_000;

/** Links for users who forgot their password: made by an administrator, used without a session. */
@Injectable()
export class PasswordResetsService {
  constructor(
    @InjectClient('accounts') private readonly accounts: ClientOf<'accounts'>,
    private readonly signer: CallerSigner,
    private readonly endings: SessionEndings,
    private readonly attempts: Attempts,
    private readonly records: SignInRecords,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(OidcSettings) private readonly oidc: OidcSettings | undefined,
  ) {}

  async create(userId: string): Promise<AnswerOf<typeof createPasswordReset>> {
    this.#mustServePasswords();
    const { token, expiresAt } = await this.accounts.createPasswordReset({ userId }).catch(sayOlder);
    if (!expiresAt) throw new RangeError('A link came without its end.');
    return { token, expiresAt: expiresAt.toISOString() };
  }

  async use(request: HttpRequest, { token, newPassword }: ValidBodyOf<typeof resetPassword>): Promise<void> {
    this.#mustServePasswords();
    await this.#count(request);
    const wanted = { token, newPassword, isExposed: isExposed(this.config) };
    const asGateway = { callerToken: this.signer.asService(), deadlineMs: hashingMs };
    const { userId } = await this.accounts.usePasswordReset(wanted, asGateway).catch((error: unknown) => {
      if (AppError.is(error) && error.code === 'reset_link_unknown')
        this.records.failed(request, '', error, 'reset_link');
      return sayOlder(error);
    });
    await this.endings.endAll(userId);
  }

  /** Another link is not another try: whoever guesses guesses any of them. */
  async #count(request: HttpRequest): Promise<void> {
    await this.attempts.count(request, 'a link for a new password').catch((error: unknown) => {
      if (AppError.is(error)) this.records.throttled(request, '', error, 'reset_link');
      throw error;
    });
  }

  #mustServePasswords(): void {
    if (this.oidc && !this.oidc.hasBreakGlass) throw localSignInOff();
  }
}

function sayOlder(error: unknown): never {
  if (!isUnknownCall(error)) throw error;
  const sentence = 'New passwords by a link are not available until all parts of Polylogue are of one version.';
  throw new AppError('unavailable', 'reset_not_available', sentence);
}
