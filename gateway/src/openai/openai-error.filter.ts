import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { AppError } from '@polylogue/service-kit';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { mayBeSentAgain } from './failed-reply.rules.js';
import type { HttpResponse } from '../http/http-messages.js';

/** OpenAI's own libraries do as it says; without it they send 408, 409, 429 and 5xx again. */
export const shouldRetry = 'X-Should-Retry';

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** Answers errors in OpenAI's shape, with our codes and sentences. */
@Catch()
export class OpenAiErrorFilter implements ExceptionFilter {
  constructor(private readonly errors: HttpErrorFilter) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<HttpResponse>();
    const error = this.errors.explain(thrown);
    // An answer that was begun cannot become an error; cut off, it is not taken for complete.
    if (response.headersSent) return void response.destroy();
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    if (!response.hasHeader(shouldRetry)) response.setHeader(shouldRetry, String(mayBeSentAgain(error)));
    response.status(error.httpStatus).json(this.answerOf(error));
  }

  /** The error as the last data of a stream. */
  dataOf(thrown: unknown) {
    return this.answerOf(this.errors.explain(thrown));
  }

  private answerOf({ httpStatus, sentence, code, issues }: AppError) {
    const type = types[httpStatus] ?? (httpStatus < 500 ? 'invalid_request_error' : 'api_error');
    const message = issues?.[0]?.message ?? sentence;
    return { error: { message, type, param: issues?.[0]?.path ?? null, code } };
  }
}
