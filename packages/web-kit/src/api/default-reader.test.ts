import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { defaultReader, type ReaderRules } from './default-reader.js';

const read = (on401: ReaderRules['on401'], answer: () => Promise<Response>) => {
  globalThis.fetch = jest.fn(answer) as unknown as typeof fetch;
  const context = {
    queryKey: ['/api/things'],
    signal: new AbortController().signal,
  } as unknown as QueryFunctionContext;
  return Promise.resolve(defaultReader({ on401 })(context));
};
const status =
  (code: number, body: string, statusText = '') =>
  async () =>
    new Response(body, { status: code, statusText });
const opaqueRedirect = async () => ({ type: 'opaqueredirect', status: 0, ok: false }) as unknown as Response;

describe('the default reader', () => {
  const before = globalThis.fetch;
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => {
    globalThis.fetch = before;
    jest.restoreAllMocks();
  });

  it('fetches the first element of the key with credentials and follows no redirect', async () => {
    await read('null', async () => Response.json([1]));
    expect(globalThis.fetch).toHaveBeenCalledWith(
      '/api/things',
      expect.objectContaining({ credentials: 'include', redirect: 'manual' }),
    );
  });

  it.each([
    ['parses JSON', Response.json({ a: 1 }), { a: 1 }],
    ['takes a redirect as not signed in', new Response(null, { status: 302 }), null],
    ['takes a 401 as not signed in', new Response('no', { status: 401 }), null],
  ])('%s', async (_rule, answer, expected) => {
    expect(await read('null', async () => answer)).toEqual(expected);
  });

  it('takes an opaque redirect as not signed in', async () => {
    expect(await read('null', opaqueRedirect)).toBeNull();
  });

  it('answers null when the network fails, and says so on the console', async () => {
    const failing = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await read('null', failing)).toBeNull();
    expect(console.error).toHaveBeenCalled();
  });

  it('throws on a redirect when being signed out is a failure', async () => {
    await expect(read('throw', opaqueRedirect)).rejects.toThrow('401: Unauthorized - Authentication required');
  });

  it('throws status, colon and body for anything else', async () => {
    await expect(read('null', status(500, 'broken'))).rejects.toThrow('500: broken');
  });

  it('throws the status text when the body is empty', async () => {
    await expect(read('null', status(503, '', 'Service Unavailable'))).rejects.toThrow('503: Service Unavailable');
  });

  it('keeps the sentence of the answer beside the text', async () => {
    const body = JSON.stringify({ error: 'Sign in first.', code: 'signed_out', requestId: 'r' });
    const fault = await read('throw', status(401, body)).then(
      () => undefined,
      (thrown: unknown) => thrown as ApiError,
    );
    expect(fault).toMatchObject({
      message: `401: ${body}`,
      status: 401,
      sentence: 'Sign in first.',
      code: 'signed_out',
    });
  });
});
