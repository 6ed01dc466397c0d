import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { signUp } from '@polylogue/api-contract';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { safeReturnTo } from './return-to.rules.js';
import { signInPage } from './sign-in-page.js';

export function isFormPost(request: Request): boolean {
  return request.method === 'POST' && Boolean(request.is('application/x-www-form-urlencoded'));
}

/** Answers a refused form with the page it came from, what was typed kept; everything else as everywhere. */
@Catch()
export class SignInPageFilter implements ExceptionFilter {
  constructor(private readonly errors: HttpErrorFilter) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (!isFormPost(request) || response.headersSent) return this.errors.catch(thrown, host);
    const error = this.errors.explain(thrown);
    const values = (request.body ?? {}) as Record<string, string>;
    const faults = Object.fromEntries((error.issues ?? []).map(({ path, message }) => [path, message]));
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    const page = signInPage({
      returnTo: safeReturnTo(values['returnTo']),
      form: request.path === signUp.path ? 'sign-up' : 'sign-in',
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')),
      faults,
      fault: error.issues ? undefined : error.sentence,
    });
    response.status(error.httpStatus).setHeader('Cache-Control', 'no-store').type('html').send(page);
  }
}
