import { describe, expect, it } from '@jest/globals';
import { statusOfAnthropicFault } from './anthropic/anthropic.errors.js';
import { statusOfGoogleFault } from './google/google.errors.js';
import { statusOfCompatibleFault, statusOfSearchFault } from './openai-compatible/openai-compatible.errors.js';
import { statusOfOpenaiFault } from './openai/openai.errors.js';

describe("a vendor's error object", () => {
  it.each([
    [{ error: { message: '…', type: 'insufficient_quota', param: null, code: 'insufficient_quota' } }, 402],
    [{ error: { message: '…', type: 'invalid_request_error', param: null, code: 'invalid_api_key' } }, 401],
    [{ error: { message: '…', type: 'requests', param: null, code: 'rate_limit_exceeded' } }, 429],
    [{ error: { message: '…', type: 'invalid_request_error', code: 'context_length_exceeded' } }, 400],
    [{ message: '…', type: 'server_error', code: null }, 500],
    [{ error: { message: 'Provider returned error', code: 502 } }, 502],
    [{ type: 'response.failed', response: { error: { code: 'insufficient_quota', message: '…' } } }, 402],
    [{ type: 'response.failed', response: { error: null } }, undefined],
    [{ error: 'model is loading' }, undefined],
    ['<html>', undefined],
    [undefined, undefined],
  ])('of OpenAI and its like: %j is %s', (payload, status) => {
    expect(statusOfOpenaiFault(payload)).toBe(status);
    expect(statusOfCompatibleFault(payload)).toBe(status);
  });

  it('of OpenRouter, where a model has no tools to search by, is a refusal and no missing model', () => {
    const refusal = { error: { message: 'No endpoints found that support tool use. …', code: 404 } };
    expect(statusOfCompatibleFault(refusal)).toBe(404);
    expect(statusOfSearchFault(refusal)).toBe(422);
    expect(statusOfSearchFault({ error: { message: 'No endpoints found for a/b.', code: 404 } })).toBe(404);
    expect(statusOfSearchFault({ code: 'invalid-argument', error: 'Argument not supported' })).toBeUndefined();
  });

  it.each([
    [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 529],
    [{ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }, 401],
    [{ type: 'rate_limit_error', message: '…' }, 429],
    [{ type: 'error', error: { type: 'something_new', message: '…' } }, undefined],
    [null, undefined],
  ])('of Anthropic: %j is %s', (payload, status) => {
    expect(statusOfAnthropicFault(payload)).toBe(status);
  });

  it.each([
    [{ error: { code: 400, message: '…', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } }, 401],
    [{ error: { code: 429, message: '…', status: 'RESOURCE_EXHAUSTED' } }, 429],
    [[{ error: { code: 503, message: '…', status: 'UNAVAILABLE' } }], 503],
    [{ code: 500, status: 'INTERNAL', message: '…' }, 500],
    [{ error: { message: '…' } }, undefined],
  ])('of Google: %j is %s', (payload, status) => {
    expect(statusOfGoogleFault(payload)).toBe(status);
  });
});
