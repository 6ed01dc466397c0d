import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallerSigner, LOGGER, type AppError, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';

/** How a user signs in. */
export type SignInMethod = 'password' | 'sign_up' | 'issuer';

/** Records sign-ins and failed ones in the audit log, with the address they came from, in the background. */
@Injectable()
export class SignInRecords {
  constructor(
    @InjectClient('audit') private readonly audit: ClientOf<'audit'>,
    private readonly signer: CallerSigner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  signedIn(request: Request, userId: string, method: SignInMethod): void {
    this.#record(request, { userId, method });
  }

  failed(request: Request, email: string, { code }: AppError): void {
    this.#record(request, { email, code, method: 'password' });
  }

  #record(
    { ip: address = '' }: Request,
    record: Omit<Parameters<ClientOf<'audit'>['recordSignIn']>[0], 'address'>,
  ): void {
    const request = Object.assign(record, { address });
    this.audit.recordSignIn(request, { callerToken: this.signer.asService() }).catch((error: unknown) => {
      this.logger.warn({ err: error, userId: record.userId }, 'recording a sign-in in the audit log failed');
    });
  }
}
