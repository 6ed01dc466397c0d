import { Inject, Injectable } from '@nestjs/common';
import { CallerSigner, LOGGER, type AppError, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Attempts } from '../throttling/attempts.service.js';
import { networkOf } from '../throttling/network.rules.js';
import type { HttpRequest } from '../http/http-messages.js';

/** How a user signs in, or proves with the password to be who they are. */
export type SignInMethod = 'password' | 'sign_up' | 'issuer' | 'new_password' | 'reset_link';

/** Records sign-ins and failed ones in the audit log, with the address they came from, in the background. */
@Injectable()
export class SignInRecords {
  constructor(
    @InjectClient('audit') private readonly audit: ClientOf<'audit'>,
    private readonly signer: CallerSigner,
    private readonly attempts: Attempts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  signedIn(request: HttpRequest, userId: string, method: SignInMethod): void {
    this.#record(request, { userId, method });
  }

  failed(request: HttpRequest, email: string, { code }: AppError, method: SignInMethod = 'password'): void {
    this.#record(request, { email, code, method });
  }

  /** One of the tries that an address had too many of: the audit log is for good, and a try costs its maker nothing. */
  throttled(request: HttpRequest, email: string, error: AppError, method?: SignInMethod): void {
    this.attempts
      .isFirst(`audited ${networkOf(request.ip ?? '')}`)
      .then((isFirst) => isFirst && this.failed(request, email, error, method))
      .catch((fault: unknown) => this.logger.warn({ err: fault }, 'recording refused tries in the audit log failed'));
  }

  #record(
    { ip: address = '' }: HttpRequest,
    record: Omit<Parameters<ClientOf<'audit'>['recordSignIn']>[0], 'address'>,
  ): void {
    const request = Object.assign(record, { address });
    this.audit.recordSignIn(request, { callerToken: this.signer.asService() }).catch((error: unknown) => {
      this.logger.warn({ err: error, userId: record.userId }, 'recording a sign-in in the audit log failed');
    });
  }
}
