import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { signIn } from '@polylogue/api-contract';
import { signedOut } from '../auth/access.rules.js';
import { validBodyOf } from '../http/input.js';

/** Who the e-mail and password of the body belong to. */
@Injectable()
export class PasswordGuard extends AuthGuard('local') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    request.body = validBodyOf(request, signIn);
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<User>(error: unknown, user: User | false | null | undefined): User {
    if (user) return user;
    throw error ?? signedOut();
  }
}
