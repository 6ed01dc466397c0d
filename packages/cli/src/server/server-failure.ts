import { errorAnswer } from '@polylogue/api-contract';
import { exitCodes, Failure, type ExitCode } from '../failure.js';

/** The server refused, or was not reached: then the status is 0. */
export class ServerFailure extends Failure {
  override readonly name = 'ServerFailure';
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence, exitCodeOf(status));
  }

  /** Whether the same call may be answered in a moment. */
  get isPassing(): boolean {
    return isAway(this.status);
  }
}

const isAway = (status: number) => [0, 502, 503, 504].includes(status);

function exitCodeOf(status: number): ExitCode {
  if (isAway(status)) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  // Too many requests, a conflict and a fault of the server are no mistake of who called.
  return status < 500 && status !== 409 && status !== 429 ? exitCodes.usage : exitCodes.failed;
}

/** An answer that is not OK, in the server's own sentence. */
export async function failureOf(answer: Response): Promise<ServerFailure> {
  const { status, statusText } = answer;
  const location = answer.headers.get('location');
  if (location !== null) return new ServerFailure(`${answer.url} leads to ${location}: give that address.`, status);
  const answered = errorAnswer.safeParse(await answer.json().catch(() => undefined));
  return new ServerFailure(answered.data?.error ?? `${answer.url} answered ${status} ${statusText}.`, status);
}

/** No answer, or one that broke off. */
export function connectionFailure(url: string, fault: unknown): ServerFailure {
  const { cause = fault } = fault as { cause?: unknown };
  const { code, message } = cause as { code?: string; message?: string };
  return new ServerFailure(`${url} cannot be reached (${code ?? message ?? 'no answer'}).`, 0);
}
