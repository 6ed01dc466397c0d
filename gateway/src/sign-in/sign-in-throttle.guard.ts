import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Request } from 'express';
import { AppError } from '@polylogue/service-kit';

/** Slows down guessing: few tries for one e-mail from one address, more for an address as a whole. */
@Injectable()
export class SignInThrottleGuard extends ThrottlerGuard {
  protected override generateKey(context: ExecutionContext, address: string, name: string): string {
    const { body } = context.switchToHttp().getRequest<Request>();
    const email = String((body as { email?: unknown } | undefined)?.email ?? '');
    const who = name === 'account' ? `${address} ${email.trim().toLowerCase()}` : address;
    return super.generateKey(context, who, name);
  }

  protected override throwThrottlingException(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const seconds = Math.max(1, detail.timeToBlockExpire);
    const sentence = `Too many tries. Try again in ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`}.`;
    return Promise.reject(new AppError('rate_limited', 'too_many_tries', sentence, { retryAfterSeconds: seconds }));
  }
}
