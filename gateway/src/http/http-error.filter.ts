import {
  Catch,
  HttpException,
  Inject,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { routes, type ErrorAnswer, type StreamError } from '@polylogue/api-contract';
import { AppError, currentContext, LOGGER, toDatabaseError, type ErrorKind, type Logger } from '@polylogue/service-kit';
import { DeniedRequests } from './denied-requests.service.js';
import { otherMethodsAt, toAppError } from './http-errors.rules.js';
import type { HttpRequest, HttpResponse } from './http-messages.js';

// Seconds after which a client may try again.
const retryAfter: Partial<Record<ErrorKind, number>> = { unavailable: 2, rate_limited: 5 };

/** The one place that answers errors: JSON with a sentence, a code and the request id; never HTML, never a stack. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly denied: DeniedRequests,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<HttpRequest>();
    const response = host.switchToHttp().getResponse<HttpResponse>();
    const error = this.explain(thrown);
    // An answer that was begun cannot become an error; cut off, it is not taken for complete.
    if (response.headersSent) return void response.destroy();
    const methods = thrown instanceof NotFoundException ? otherMethodsAt(routes, request.path, request.method) : [];
    if (methods.length > 0) {
      response.setHeader('Allow', methods.join(', '));
      return void response.status(405).json(answerOf('method_not_allowed', `Use ${methods.join(' or ')} here.`));
    }
    this.denied.note(request, error);
    const seconds = waitOf(error);
    if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
    response.setHeader('Cache-Control', 'no-store');
    response.status(error.httpStatus).json({ ...answerOf(error.code, error.sentence), issues: error.issues });
  }

  /** The last event of a stream that failed when its answer was begun: what `catch` would have answered. */
  eventOf(thrown: unknown): { event: 'error'; id: string; data: StreamError } {
    const error = this.explain(thrown);
    const { code, sentence, issues, httpStatus: status } = error;
    return { event: 'error', id: '', data: { ...answerOf(code, sentence), issues, status, retryAfter: waitOf(error) } };
  }

  /** Turns whatever was thrown into an AppError; what is unexpected is logged once, with its stack. */
  explain(thrown: unknown): AppError {
    const translated = toDatabaseError(thrown instanceof HttpException && thrown.cause ? thrown.cause : thrown);
    const error = toAppError(AppError.is(translated) ? translated : thrown);
    if (error.kind === 'internal') this.logger.error({ err: thrown }, 'a request failed');
    return error;
  }
}

const waitOf = ({ retryAfterSeconds, kind }: AppError) => retryAfterSeconds ?? retryAfter[kind];

function answerOf(code: string, error: string): ErrorAnswer {
  return { error, code, requestId: currentContext()?.requestId ?? '' };
}
