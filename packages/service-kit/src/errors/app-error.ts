import { errorKinds, type ErrorKind } from './error-kinds.js';

const appErrorMark = Symbol.for('polylogue.AppError');

/** One fault of an input: the field's name in `/api`, whoever finds it, and what to do about it. */
export interface Issue {
  path: string;
  message: string;
}

/** What an {@link AppError} may carry beside kind, code and sentence. */
export interface AppErrorDetails {
  issues?: Issue[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * The one error that crosses transports: a kind (decides the status), a stable snake_case code for programs, and a sentence
 * for a user. Anything else that is thrown becomes `internal` at the endpoint, without its cause.
 */
export class AppError extends Error {
  readonly [appErrorMark] = true;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    sentence: string,
    details: AppErrorDetails = {},
  ) {
    super(sentence, { cause: details.cause });
    this.name = 'AppError';
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** The sentence a user can act on. */
  get sentence(): string {
    return this.message;
  }

  /** The HTTP status of this error. */
  get httpStatus(): number {
    return errorKinds[this.kind].http;
  }

  /** Recognises an AppError by its symbol, so that two copies of this package agree. */
  static is(thrown: unknown): thrown is AppError {
    return typeof thrown === 'object' && thrown !== null && appErrorMark in thrown;
  }
}
