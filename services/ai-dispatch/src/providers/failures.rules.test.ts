import { describe, expect, it } from '@jest/globals';
import { forbiddenNetwork } from '@polylogue/service-kit';
import { failureOfSocket, failureOfStatus, failures, retryAfterOf } from './failures.rules.js';

describe('the table of failures', () => {
  it.each([
    [301, 'refused', false],
    [307, 'refused', false],
    [400, 'bad_request', false],
    [401, 'invalid_key', false],
    [402, 'refused', false],
    [403, 'invalid_key', false],
    [404, 'refused', false],
    [408, 'provider_error', true],
    [409, 'provider_error', true],
    [413, 'bad_request', false],
    [418, 'bad_request', false],
    [422, 'bad_request', false],
    [429, 'rate_limited', true],
    [500, 'provider_error', true],
    [502, 'provider_error', true],
    [503, 'overloaded', true],
    [529, 'overloaded', true],
  ])('status %i is %s; retried by itself: %s', (status, code, retryNow) => {
    expect(failures[failureOfStatus(status)]).toMatchObject({ code, retryNow });
  });

  it.each([
    ['ECONNREFUSED', false, 'unreachable', true],
    ['ENOTFOUND', false, 'unreachable', true],
    ['ECONNRESET', false, 'unreachable', true],
    ['ECONNRESET', true, 'broken_stream', true],
    [undefined, true, 'broken_stream', true],
    ['CERT_HAS_EXPIRED', false, 'unreachable', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', false, 'unreachable', false],
    ['HPE_INVALID_CONSTANT', false, 'broken_stream', false],
  ])('socket error %s, answer begun %s: %s; retried by itself: %s', (code, begun, expected, retryNow) => {
    expect(failures[failureOfSocket(code, begun)]).toMatchObject({ code: expected, retryNow });
  });

  it('a network that is not allowed keeps its own sentence', () => {
    expect(failureOfSocket(forbiddenNetwork, false)).toBe('forbiddenNetwork');
  });

  it('names the service, or the user or key whose limit it is, and a next step in every sentence', () => {
    const others: Record<string, string> = {
      user_limit: 'You',
      budget_exhausted: 'You',
      key_budget_exhausted: 'API key',
    };
    for (const { code, sentence } of Object.values(failures)) {
      expect(sentence).toContain(others[code] ?? '{name}');
      expect(sentence).toMatch(/Try again|administrator|Ask for less|too long|left alone|starts anew/);
    }
  });

  it.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 9_000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '40', 'retry-after': '3' }, 40],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('reads %j as %s ms', (headers, expected) => {
    expect(retryAfterOf(headers, 1_000)).toBe(expected);
  });
});
