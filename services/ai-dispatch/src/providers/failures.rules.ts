import { forbiddenNetwork } from '@polylogue/service-kit';

/** Stable codes of what can go wrong between us and a vendor (ai_dispatch.v1 DispatchError). */
export type FailureCode =
  | 'invalid_key'
  | 'rate_limited'
  | 'provider_error'
  | 'timeout_connect'
  | 'timeout_first_token'
  | 'timeout_gap'
  | 'timeout_total'
  | 'broken_stream'
  | 'reply_too_large'
  | 'unreachable'
  | 'refused'
  | 'breaker_open'
  | 'overloaded'
  | 'bad_request'
  | 'not_kept'
  | 'user_limit'
  | 'service_limit'
  | 'budget_exhausted'
  | 'key_budget_exhausted';

export interface Failure {
  code: FailureCode;
  /** For the user: what happened, then what to do. `{name}` is the service. */
  sentence: string;
  /** Sending the request again, unchanged, may help: the Retry button makes sense. */
  retryable: boolean;
  /** We retry ourselves, as long as nothing has arrived. */
  retryNow: boolean;
  /** Speaks against the vendor's health rather than against the request: counts for the breaker. */
  tripsBreaker: boolean;
}

const row = (code: FailureCode, sentence: string, flags = ''): Failure => ({
  code,
  sentence,
  retryable: /retryable|now/.test(flags),
  retryNow: flags.includes('now'),
  tripsBreaker: flags.includes('breaker'),
});

/** Everything that can happen, once, for all vendors. */
export const failures = {
  badRequest: row('bad_request', '{name} did not accept this request. The thread may be too long for its model.'),
  searchRefused: row(
    'bad_request',
    '{name} did not accept this request with web search. Its model may not search, or the thread may be too long for it. Try again without web search.',
  ),
  invalidKey: row('invalid_key', '{name} did not accept the API key. An administrator has to check it.'),
  noCredit: row('refused', 'The account behind {name} has no credit left. An administrator has to top it up.'),
  unknownModel: row('refused', '{name} was not found at its address. An administrator has to check its model and URL.'),
  redirected: row(
    'refused',
    '{name} answers with a redirect, which is not followed. An administrator has to check its URL.',
  ),
  notAStream: row(
    'refused',
    '{name} answered with something else than a reply. An administrator has to check its URL.',
  ),
  forbiddenNetwork: row(
    'refused',
    '{name} is at an address in a network that is not allowed here. An administrator has to check its URL, or the operator to allow the network in AI_DISPATCH_ALLOWED_NETWORKS.',
  ),
  rateLimited: row('rate_limited', '{name} takes no more requests for the moment. Try again in a minute.', 'now'),
  overloaded: row('overloaded', '{name} is overloaded at the moment. Try again in a minute.', 'now breaker'),
  providerError: row('provider_error', '{name} failed on its side. Try again.', 'now breaker'),
  streamError: row('provider_error', '{name} broke off with an error. Try again.', 'retryable breaker'),
  unreachable: row(
    'unreachable',
    '{name} cannot be reached. Try again, or ask an administrator to check it.',
    'now breaker',
  ),
  insecure: row('unreachable', '{name} has no valid certificate. An administrator has to check its URL.', 'breaker'),
  connectTimeout: row('timeout_connect', '{name} did not take the connection in time. Try again.', 'retryable breaker'),
  firstTokenTimeout: row(
    'timeout_first_token',
    '{name} did not begin to answer in time. Try again.',
    'retryable breaker',
  ),
  gapTimeout: row('timeout_gap', '{name} stopped answering midway. Try again.', 'retryable breaker'),
  totalTimeout: row('timeout_total', '{name} did not finish in time. Try again, or ask for less.', 'retryable'),
  cutStream: row(
    'broken_stream',
    'The connection to {name} broke before its reply was complete. Try again.',
    'now breaker',
  ),
  silentEnd: row('broken_stream', '{name} stopped without finishing its reply. Try again.', 'retryable breaker'),
  unreadable: row('broken_stream', '{name} sent something that cannot be read. Try again.', 'retryable breaker'),
  tooLarge: row('reply_too_large', 'The reply of {name} is longer than can be kept. Ask for less.'),
  notMedia: row(
    'broken_stream',
    '{name} sent something else than was asked for. Try again, or ask an administrator to check its model.',
    'retryable',
  ),
  nothingMade: row(
    'bad_request',
    '{name} made nothing of this request; it may have refused it. Try again in other words.',
  ),
  jobFailed: row('provider_error', '{name} could not finish what it had begun. Try again.', 'retryable'),
  notKept: row(
    'not_kept',
    'What {name} made could not be kept here. Try again, or ask an administrator to check the media store.',
    'retryable',
  ),
  mediaRefused: row(
    'bad_request',
    '{name} makes no text and can only be asked on the dashboard. Try again with another one.',
  ),
  notOffered: row(
    'refused',
    'The provider of {name} has nothing of its category. An administrator has to check its category.',
  ),
  breakerOpen: row(
    'breaker_open',
    '{name} failed several times in a row and is left alone for half a minute. Try again then, or choose another service.',
    'retryable',
  ),
  bulkheadFull: row('overloaded', 'Too many requests to {name} are running. Try again in a minute.', 'retryable'),
  userCalls: row(
    'user_limit',
    'You have reached your limit of replies in a minute. Try again in a minute.',
    'retryable',
  ),
  userStreams: row(
    'user_limit',
    'You have reached your limit of replies at the same time. Try again when one has ended.',
    'retryable',
  ),
  serviceCalls: row(
    'service_limit',
    '{name} has reached its limit of requests in a minute. Try again in a minute.',
    'retryable',
  ),
  serviceStreams: row(
    'service_limit',
    '{name} has reached its limit of requests at the same time. Try again in a minute.',
    'retryable',
  ),
  budget: row('budget_exhausted', 'Your budget for today does not leave room for this. It starts anew at 00:00 UTC.'),
  keyBudget: row(
    'key_budget_exhausted',
    'The budget of this API key for today does not leave room for this. It starts anew at 00:00 UTC.',
  ),
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof failures;

/** What is said of a failure that followed from another one: what that was, without its advice, then this one. */
export function sentenceOf(name: FailureName, before?: FailureName): string {
  const { sentence } = failures[name];
  if (before === undefined) return sentence;
  const [cause] = failures[before].sentence.split(/(?<=\.) /, 1);
  return `${cause} ${sentence.replace('{name}', 'It')}`;
}

/** What an HTTP status of a vendor means to us. */
export function failureOfStatus(status: number): FailureName {
  if (status >= 300 && status < 400) return 'redirected';
  return byStatus[status] ?? (status >= 500 ? 'providerError' : 'badRequest');
}

const byStatus: Partial<Record<number, FailureName>> = {
  401: 'invalidKey',
  402: 'noCredit',
  403: 'invalidKey',
  404: 'unknownModel',
  405: 'unknownModel',
  408: 'providerError',
  409: 'providerError',
  425: 'providerError',
  429: 'rateLimited',
  503: 'overloaded',
  529: 'overloaded',
};

/** What an error of the socket means, by Node's code and by whether the answer had begun. */
export function failureOfSocket(code: string | undefined, begun: boolean): FailureName {
  if (code !== undefined && /^(CERT_|DEPTH_|ERR_TLS|UNABLE_TO_|SELF_SIGNED|ERR_SSL|HOSTNAME_)/.test(code))
    return 'insecure';
  if (code !== undefined && code.startsWith('HPE_')) return 'unreadable';
  if (code === forbiddenNetwork) return 'forbiddenNetwork';
  return begun ? 'cutStream' : 'unreachable';
}

/** Milliseconds of a Retry-After header (seconds or a date), or of OpenAI's `retry-after-ms`. */
export function retryAfterOf(headers: Record<string, unknown>, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const header = headers['retry-after'];
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
