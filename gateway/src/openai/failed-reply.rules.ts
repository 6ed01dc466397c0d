import { AppError, errorKinds } from '@polylogue/service-kit';

/**
 * The status of a reply that failed, by its code, so that a client can act on it. 401 and 404 are of the caller's own key and
 * model: a provider that refuses ours is a gateway that does not work (502), and nobody but an administrator can help.
 */
const statuses: Readonly<Record<string, number>> = {
  bad_request: 400,
  reply_too_large: 400,
  rate_limited: 429,
  user_limit: 429,
  service_limit: 429,
  budget_exhausted: 429,
  key_budget_exhausted: 429,
  invalid_key: 502,
  refused: 502,
  unreachable: 502,
  provider_error: 502,
  broken_stream: 502,
  not_kept: 502,
  timeout_connect: 504,
  timeout_first_token: 504,
  timeout_gap: 504,
  timeout_total: 504,
};

/** A message that was taken, and no reply to it. */
export class FailedReplyError extends AppError {
  constructor(code: string, sentence: string) {
    super('unavailable', code, sentence);
  }

  override get httpStatus(): number {
    return statuses[this.code] ?? super.httpStatus;
  }
}

/** Refusals that last until midnight, and an end after which it is not known what was stored. */
const inVain = ['budget_exhausted', 'key_budget_exhausted', 'stream_ended_early'];

/** Whether a library may send the same request again by itself: it is neither stored nor paid twice, and may succeed. */
export const mayBeSentAgain = (error: AppError): boolean =>
  errorKinds[error.kind].retry && !(error instanceof FailedReplyError) && !inVain.includes(error.code);
