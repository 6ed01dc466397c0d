import { describe, expect, it } from '@jest/globals';
import { connectionFailure, failureOf } from './server-failure.js';

describe('a refusal', () => {
  it.each([
    [400, 2],
    [401, 3],
    [403, 3],
    [404, 2],
    [409, 1],
    [429, 1],
    [500, 1],
    [502, 4],
    [503, 4],
  ])('of %d exits with %d and the server’s sentence', async (status, exitCode) => {
    const answer = { error: 'Said by the server.', code: 'x', requestId: 'r' };
    expect(await failureOf(Response.json(answer, { status }))).toMatchObject({
      message: answer.error,
      exitCode,
      status,
    });
  });

  it('of something else is named by its status', async () => {
    const { message } = await failureOf(new Response('<html>', { status: 418, statusText: 'I am a teapot' }));
    expect(message).toContain('418 I am a teapot');
  });

  it('that leads elsewhere is not followed with the key', async () => {
    const { message } = await failureOf(
      new Response(null, { status: 302, headers: { location: 'https://other.example' } }),
    );
    expect(message).toContain('https://other.example: give that address');
  });
});

it('no answer exits with 4 and the reason', () => {
  const fault = new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
  const { message, exitCode } = connectionFailure('http://localhost:1', fault);
  expect([message, exitCode]).toEqual(['http://localhost:1 cannot be reached (ECONNREFUSED).', 4]);
});
