import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { signUp } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { Attempts } from '../throttling/attempts.service.js';
import { SignInRecords } from './sign-in-records.service.js';
import type { HttpRequest } from '../http/http-messages.js';

/** Slows down guessing: few attempts for one e-mail or for the setup code from one address, more for an address as a whole. */
@Injectable()
export class SignInThrottleGuard implements CanActivate {
  constructor(
    private readonly attempts: Attempts,
    private readonly records: SignInRecords,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const { email: typed, setupCode } = (request.body ?? {}) as { email?: unknown; setupCode?: unknown };
    const email = typeof typed === 'string' ? typed.trim().toLowerCase() : '';
    try {
      await this.#count(request, email, Boolean(setupCode));
    } catch (error) {
      const method = request.path === signUp.path ? 'sign_up' : 'password';
      if (AppError.is(error)) this.records.throttled(request, email, error, method);
      throw error;
    }
    return true;
  }

  async #count(request: HttpRequest, email: string, hasSetupCode: boolean): Promise<void> {
    await this.attempts.count(request, email);
    // Another e-mail is not another try for the same code.
    if (hasSetupCode) await this.attempts.count(request, 'the setup code');
  }
}
