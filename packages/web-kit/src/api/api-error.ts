import type { Issue, StreamError } from '@polylogue/api-contract';

/** What the browser knows of a call that failed. The client never shows it: the screen decides how. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  /** A sentence for the user: the `error` field of the answer, else the message. */
  readonly sentence: string;
  /** Stable snake_case of the answer, when it had one. */
  readonly code: string | undefined;
  /** Which field of a form is wrong, and why. */
  readonly issues: readonly Issue[];
  /** Seconds the server asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(message: string, known: ApiErrorOptions) {
    super(message, { cause: known.cause });
    this.status = known.status;
    this.sentence = known.sentence ?? message;
    this.code = known.code;
    this.issues = known.issues ?? [];
    this.retryAfter = known.retryAfter;
  }
}

/** The parts of an {@link ApiError} beside its message. */
export interface ApiErrorOptions {
  status: number;
  sentence?: string | undefined;
  code?: string | undefined;
  issues?: readonly Issue[] | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The text of a failure without an answer. */
export const connectionFailed = 'Connection failed: Unable to reach server. Please refresh the page and try again.';
/** The text of a redirect where data was expected. */
export const notSignedIn = '401: Unauthorized - Authentication required';

/** The server was not reached, or the line broke. */
export const connectionError = (cause: unknown) => new ApiError(connectionFailed, { status: 0, cause });
/** Whether this failure is a lost or never made connection. */
export const isConnectionError = (fault: unknown): boolean => fault instanceof ApiError && fault.status === 0;

/** An answer that is not OK, as an error: its text is `{status}: {body, or status text when the body is empty}`. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  const said = jsonOf(text);
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(`${answer.status}: ${text || answer.statusText}`, {
    status: answer.status,
    sentence: typeof said.error === 'string' && said.error !== '' ? said.error : undefined,
    code: typeof said.code === 'string' ? said.code : undefined,
    issues: Array.isArray(said.issues) ? (said.issues as Issue[]) : undefined,
    retryAfter: Number.isFinite(wait) ? wait : undefined,
  });
}

/** The event that ends a stream in place of its last one, as the error that its answer would have been. */
export const streamErrorOf = ({ error: sentence, code, status, issues, retryAfter }: StreamError): ApiError =>
  new ApiError(`${status}: ${sentence}`, { status, sentence, code, issues, retryAfter });

/** The status of the answer to a call that names a tag, when nothing has changed. */
export const notModified = 304;

/** Whether this answer is a redirect that was not followed. */
export const isRedirect = (answer: Response): boolean =>
  answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400 && answer.status !== notModified);

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
