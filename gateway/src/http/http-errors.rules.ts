import type { Route } from '@polylogue/api-contract';
import { AppError, internalSentence, type ErrorKind } from '@polylogue/service-kit';

/** The shape of the errors that Express and Nest throw. */
interface HttpFailure {
  status?: unknown;
  statusCode?: unknown;
}

const kinds: Readonly<Record<number, [ErrorKind, string, string]>> = {
  400: ['invalid', 'bad_request', 'The request cannot be read.'],
  401: ['unauthenticated', 'signed_out', 'Please sign in first.'],
  403: ['forbidden', 'forbidden', 'This is not allowed.'],
  404: ['not_found', 'no_such_call', 'There is nothing at this address.'],
};

/** An AppError for any thrown value; an unknown one becomes `internal` and reveals nothing. */
export function toAppError(thrown: unknown): AppError {
  if (AppError.is(thrown)) return thrown;
  // Node says only that something was aborted, and keeps beside it why: a reader has gone, say.
  if (thrown instanceof Error && thrown.name === 'AbortError' && AppError.is(thrown.cause)) return thrown.cause;
  const failure: HttpFailure = typeof thrown === 'object' && thrown !== null ? thrown : {};
  const [kind, code, sentence] = kinds[statusOf(failure)] ?? ['internal', 'internal', internalSentence];
  return new AppError(kind, code, sentence, { cause: thrown });
}

/** The other methods the contract knows at a path, for an answer of 405. */
export function otherMethodsAt(routes: readonly Route[], path: string, requested: string): string[] {
  const wanted = path.replace(/\/$/, '');
  return routes
    .filter((route) => toPattern(route.path).test(wanted))
    .map(({ method }) => method)
    .filter((method) => method !== requested);
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function statusOf(failure: HttpFailure): number {
  const { status, statusCode } = failure as { status?: unknown; statusCode?: unknown };
  return typeof status === 'number' ? status : typeof statusCode === 'number' ? statusCode : 500;
}
