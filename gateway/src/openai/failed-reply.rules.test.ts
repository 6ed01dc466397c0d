import { describe, expect, it } from '@jest/globals';
import { AppError, type ErrorKind } from '@polylogue/service-kit';
import { FailedReplyError, mayBeSentAgain } from './failed-reply.rules.js';

describe('a reply that failed', () => {
  it.each([
    ['invalid_key', 502],
    ['refused', 502],
    ['provider_error', 502],
    ['timeout_first_token', 504],
    ['rate_limited', 429],
    ['bad_request', 400],
    ['breaker_open', 503],
    ['something_new', 503],
  ])('with %s is answered %i, and never sent again by a library', (code, status) => {
    const error = new FailedReplyError(code, 'It failed.');
    expect([error.httpStatus, AppError.is(error), mayBeSentAgain(error)]).toEqual([status, true, false]);
  });
});

describe('a refusal', () => {
  it.each<[ErrorKind, string, boolean]>([
    ['unavailable', 'away', true],
    ['rate_limited', 'too_many_requests', true],
    ['rate_limited', 'budget_exhausted', false],
    ['unavailable', 'stream_ended_early', false],
    ['conflict', 'recursive_call', false],
    ['internal', 'internal', false],
    ['invalid', 'unsupported_parameter', false],
  ])('of kind %s with %s may be sent again: %s', (kind, code, expected) => {
    expect(mayBeSentAgain(new AppError(kind, code, 'No.'))).toBe(expected);
  });
});
