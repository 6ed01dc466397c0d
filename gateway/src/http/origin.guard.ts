import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppError } from '@polylogue/service-kit';
import { keyTokenOf } from './bearer-key.rules.js';
import { mayAct } from './origin.rules.js';
import type { HttpRequest } from './http-messages.js';

/** Refuses requests that another site sends with the visitor's cookie. */
@Injectable()
export class OriginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const { method, path, headers } = request;
    // A key is not sent by itself, as a cookie is.
    if (keyTokenOf(headers.authorization) !== undefined) return true;
    const ownOrigin = `${request.protocol}://${request.host}`;
    if (mayAct({ method, path, ownOrigin, headers })) return true;
    throw new AppError('forbidden', 'wrong_origin', 'This can only be asked from the pages of this site.');
  }
}
