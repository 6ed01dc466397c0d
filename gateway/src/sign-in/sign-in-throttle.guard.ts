import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from '../throttling/network.rules.js';
import { Attempts } from '../throttling/attempts.service.js';

/** Slows down guessing: few attempts for one e-mail or for the setup code from one address, more for an address as a whole. */
@Injectable()
export class SignInThrottleGuard implements CanActivate {
  constructor(private readonly attempts: Attempts) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { ip = '', body } = context.switchToHttp().getRequest<Request>();
    const { email, setupCode } = (body ?? {}) as { email?: unknown; setupCode?: unknown };
    const network = networkOf(ip);
    await this.attempts.count(network, typeof email === 'string' ? email.trim().toLowerCase() : '');
    // Another e-mail is not another try for the same code.
    if (setupCode) await this.attempts.count(network, 'the setup code');
    return true;
  }
}
