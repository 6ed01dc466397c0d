import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { approveUser, listConversations, sendMessage } from '@polylogue/api-contract';
import { fakeApi, type FakeApi } from '../test/fake-api.js';
import { apiClient } from './api-client.js';
import type { ApiError } from './api-error.js';

const id = '0191f0a0-0000-7000-8000-000000000001';
const user = {
  id,
  firstName: 'Ada',
  lastName: 'L',
  email: 'a@b.example',
  role: 'user',
  profileImageUrl: null,
  isApproved: true,
  lastLoginAt: null,
  createdAt: '2026-01-01T00:00:00Z',
};
const thrown = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (fault: unknown) => fault as ApiError,
  );

describe('the api client', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api = fakeApi();
  });
  afterEach(() => {
    api.restore();
    jest.restoreAllMocks();
  });

  it('puts parameters and query into the address and drops keys the contract does not know', async () => {
    api.answer(approveUser, { ...user, madeUp: 1 });
    api.answer(listConversations, []);
    const approved = await apiClient(approveUser, { parameters: { id } });
    expect(approved).toMatchObject(user);
    expect(approved).not.toHaveProperty('madeUp');
    await apiClient(listConversations, { query: { includeAll: 'true', limit: 500 } });
    expect(api.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST /api/admin/users/${id}/approve`,
      'GET /api/conversations?includeAll=true&limit=500',
    ]);
  });

  it('sends JSON with its content type and an idempotency key', async () => {
    api.answer(sendMessage, { broadcastId: id, results: [] });
    const body = { message: 'Hi', selectedAIs: ['gpt'], mode: 'broadcast' } as const;
    await apiClient(sendMessage, { body: { ...body, selectedAIs: ['gpt'] }, idempotencyKey: 'k' });
    expect(api.calls[0]).toMatchObject({ body });
    expect(api.calls[0]!.headers.get('content-type')).toBe('application/json');
    expect(api.calls[0]!.headers.get('idempotency-key')).toBe('k');
  });

  it('throws what was answered: text, status, sentence, issues and when to come back', async () => {
    const issues = [{ path: 'message', message: 'Please type a message.' }];
    const answer = { error: 'Too many.', code: 'rate_limited', requestId: 'r', issues };
    api.answer(sendMessage, Response.json(answer, { status: 429, headers: { 'retry-after': '7' } }));
    expect(await thrown(apiClient(sendMessage))).toMatchObject({
      message: `429: ${JSON.stringify(answer)}`,
      status: 429,
      sentence: 'Too many.',
      code: 'rate_limited',
      issues,
      retryAfter: 7,
    });
  });

  it('says in a sentence of its own that the server cannot be reached', async () => {
    api.answer(sendMessage, () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await thrown(apiClient(sendMessage))).toMatchObject({
      status: 0,
      message: 'Connection failed: Unable to reach server. Please refresh the page and try again.',
    });
  });

  it('names the tag of the answer it has, and takes that again when nothing has changed', async () => {
    const tagged = (tag: string) => Response.json([], { headers: { etag: tag } });
    const answers = [tagged('"one"'), new Response(null, { status: 304 }), tagged('W/"weak"'), tagged('"two"')];
    api.answer(listConversations, () => answers.shift()!);
    const query = { includeAll: 'true', service: 'tagged' } as const;
    const found = [];
    while (answers.length > 0) found.push(await apiClient(listConversations, { query }));
    expect(found[1]).toBe(found[0]);
    expect(found[2]).not.toBe(found[0]);
    expect(api.calls.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"one"', '"one"', null]);
    api.answer(listConversations, []);
    await apiClient(listConversations, { query: { ...query, service: 'other' } });
    expect(api.calls.at(-1)!.headers.get('if-none-match')).toBeNull();
  });

  it('hands back what it was aborted with', async () => {
    const reason = new Error('left the page');
    await expect(apiClient(listConversations, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
