import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { signUp } from '@polylogue/api-contract';
import type { AppError } from '@polylogue/service-kit';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { OidcSettings } from '../oidc/oidc-settings.js';
import { noticePage } from './notice-page.js';
import { safeReturnTo } from './return-to.rules.js';
import { signInPage } from './sign-in-page.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

export function isFormPost(request: HttpRequest): boolean {
  return request.method === 'POST' && Boolean(request.is('application/x-www-form-urlencoded'));
}

/** Answers a refused form with the page it came from, what was typed kept; a refused page with a notice; else JSON. */
@Catch()
export class SignInPageFilter implements ExceptionFilter {
  constructor(
    private readonly errors: HttpErrorFilter,
    @Inject(OidcSettings) private readonly oidc: OidcSettings | undefined,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<HttpRequest>();
    const response = host.switchToHttp().getResponse<HttpResponse>();
    if (response.headersSent || !(isFormPost(request) || isNavigation(request))) return this.errors.catch(thrown, host);
    const error = this.errors.explain(thrown);
    const isForm = isFormPost(request) && error.code !== 'local_sign_in_off';
    const page = isForm ? this.formAgain(request, error) : this.notice(request, error);
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    response.status(error.httpStatus).setHeader('Cache-Control', 'no-store').type('html').send(page);
  }

  private formAgain(request: HttpRequest, error: AppError): string {
    const values = (request.body ?? {}) as Record<string, string>;
    return signInPage({
      returnTo: safeReturnTo(values['returnTo']),
      form: request.path === signUp.path ? 'sign-up' : 'sign-in',
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')),
      faults: Object.fromEntries((error.issues ?? []).map(({ path, message }) => [path, message])),
      fault: error.issues ? undefined : error.sentence,
      isBreakGlass: this.oidc !== undefined,
      needsSetupCode: 'setupCode' in values || error.issues?.some(({ path }) => path === 'setupCode'),
    });
  }

  private notice({ query }: HttpRequest, { sentence, code }: AppError): string {
    const offersLocal = this.oidc?.hasBreakGlass === true && code.startsWith('issuer_');
    return noticePage({ sentence, returnTo: safeReturnTo(query['returnTo']), offersLocal });
  }
}

function isNavigation({ method, headers }: HttpRequest): boolean {
  return method === 'GET' && /text\/html/.test(headers.accept ?? '');
}
