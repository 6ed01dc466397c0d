import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { routes } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { otherMethodsAt, toAppError } from './http-errors.rules.js';

describe('toAppError', () => {
  it.each([
    [{ statusCode: 400, body: 'secret' }, 'invalid', 'bad_request'],
    [{ status: 404 }, 'not_found', 'no_such_call'],
    [new Error('the password of postgres is hunter2'), 'internal', 'internal'],
    ['a thrown string', 'internal', 'internal'],
    [undefined, 'internal', 'internal'],
  ])('%j becomes %s', (thrown, kind, code) => {
    const error = toAppError(thrown);
    expect([error.kind, error.code]).toEqual([kind, code]);
    expect(error.sentence).not.toMatch(/hunter2|secret/);
  });

  it('hands our own errors on as they are', () => {
    const own = new AppError('conflict', 'email_taken', 'Taken.');
    expect(toAppError(own)).toBe(own);
  });
});

it('an abort is what it was aborted for', async () => {
  const [own, leaving] = [new AppError('unavailable', 'reader_gone', 'The reader has gone.'), new AbortController()];
  const waited = once(new EventEmitter(), 'drain', { signal: leaving.signal }).catch(toAppError);
  leaving.abort(own);
  expect(await waited).toBe(own);
  expect(toAppError(Object.assign(new Error('aborted'), { name: 'AbortError' })).kind).toBe('internal');
});

describe('otherMethodsAt', () => {
  it('knows what a path is for, and that a path without its method may simply not be served', () => {
    const id = '0198a1b2-0000-7000-8000-000000000001';
    expect(otherMethodsAt(routes, '/api/send-message', 'GET')).toEqual(['POST']);
    expect(otherMethodsAt(routes, `/api/broadcasts/${id}/cancel/`, 'DELETE')).toEqual(['POST']);
    expect(otherMethodsAt(routes, '/api/send-message', 'POST')).toEqual([]);
    expect(otherMethodsAt(routes, '/api/send-messages', 'GET')).toEqual([]);
    expect(otherMethodsAt(routes, '/api/openapi_json', 'POST')).toEqual([]);
  });
});
