import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { signIn } from '@polylogue/api-contract';
import { signedOut } from '../auth/access.rules.js';
import { AppError } from '@polylogue/service-kit';
import { validBodyOf } from '../http/input.js';
import { SignInRecords } from './sign-in-records.service.js';
import type { HttpRequest } from '../http/http-messages.js';

/** Who the e-mail and password of the body belong to. */
@Injectable()
export class PasswordGuard extends AuthGuard('local') {
  constructor(private readonly records: SignInRecords) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    request.body = validBodyOf(request, signIn);
    try {
      return (await super.canActivate(context)) as boolean;
    } catch (error) {
      const isRefused = AppError.is(error) && ['unauthenticated', 'forbidden'].includes(error.kind);
      if (isRefused) this.records.failed(request, (request.body as { email: string }).email, error);
      throw error;
    }
  }

  override handleRequest<User>(error: unknown, user: User | false | null | undefined): User {
    if (user) return user;
    throw error ?? signedOut();
  }
}
