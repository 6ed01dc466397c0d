import {
  failureOfSocket,
  failureOfStatus,
  failures,
  retryAfterOf,
  sentenceOf,
  type Failure,
  type FailureName,
} from './failures.rules.js';

/** The one error a provider throws. Holds nothing of what the vendor sent, so nothing of it can leak. */
export class ProviderError extends Error {
  readonly failure: Failure;

  constructor(
    readonly reason: FailureName,
    readonly status?: number,
    readonly retryAfterMs?: number,
    /** What failed before, where this one follows from it. */
    readonly before?: FailureName,
  ) {
    super(failures[reason].code);
    this.name = 'ProviderError';
    this.failure = failures[reason];
  }

  sentenceFor(displayName: string): string {
    return sentenceOf(this.reason, this.before).replaceAll('{name}', displayName);
  }
}

export function refusedByStatus(status: number, headers: Record<string, unknown>, now = Date.now()): ProviderError {
  return new ProviderError(failureOfStatus(status), status, retryAfterOf(headers, now));
}

export function brokenSocket(thrown: unknown, begun: boolean): ProviderError {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return new ProviderError(failureOfSocket(typeof code === 'string' ? code : undefined, begun));
}

/** An error a vendor reports inside a stream that began well. A status that is worth a retry stays one. */
export function failedInStream(status: number | undefined): ProviderError {
  return status === undefined ? new ProviderError('streamError') : new ProviderError(failureOfStatus(status), status);
}

/** A reply of a category that a vendor does not have. */
export function notOffered(): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new ProviderError('notOffered')) }) };
}
