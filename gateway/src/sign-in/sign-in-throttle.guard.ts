import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from './network.rules.js';
import { Tries } from './tries.js';

/** Slows down guessing: few tries for one e-mail from one address, more for an address as a whole. */
@Injectable()
export class SignInThrottleGuard implements CanActivate {
  constructor(private readonly tries: Tries) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { ip = '', body } = context.switchToHttp().getRequest<Request>();
    const { email } = (body ?? {}) as { email?: unknown };
    await this.tries.count(networkOf(ip), typeof email === 'string' ? email.trim().toLowerCase() : '');
    return true;
  }
}
