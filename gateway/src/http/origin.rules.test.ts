import { describe, expect, it } from '@jest/globals';
import { mayAct, type RequestOrigin } from './origin.rules.js';

const ownOrigin = 'https://polylogue.example';
const mayActWith = (method: string, path: string, headers: RequestOrigin['headers'] = {}) =>
  mayAct({ method, path, ownOrigin, headers });

describe('mayAct', () => {
  it('serves reads from anywhere', () => {
    expect(mayActWith('GET', '/api/conversations', { 'sec-fetch-site': 'cross-site' })).toBe(true);
  });

  it.each<[RequestOrigin['headers'], boolean]>([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: ownOrigin }, false],
    [{ origin: ownOrigin }, true],
    [{ origin: 'https://polylogue.example:8443' }, false],
    [{ origin: 'http://polylogue.example' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'https://evil.example', referer: `${ownOrigin}/` }, false],
    [{ referer: `${ownOrigin}/history` }, true],
    [{ referer: 'https://evil.example/polylogue.example' }, false],
    [{ referer: 'nonsense' }, false],
    [{}, true],
  ])('decides a POST with %j', (headers, expected) => {
    expect(mayActWith('POST', '/api/send-message', headers)).toBe(expected);
  });

  it.each([
    ['GET', '/api/clear'],
    ['GET', '/api/logout'],
    ['POST', '/api/clear-filtered'],
    ['POST', '/api/login'],
  ])('refuses a form or a link that leads to %s %s and hides where it comes from', (method, path) => {
    expect(mayActWith(method, path, { accept: 'text/html,application/xhtml+xml' })).toBe(false);
    // No browser: it holds no cookie but its own.
    expect(mayActWith(method, path, { accept: '*/*' })).toBe(true);
    expect(mayActWith(method, path)).toBe(true);
  });

  it('lets an old browser sign out by a page of ours', () => {
    expect(mayActWith('GET', '/api/logout', { accept: 'text/html', referer: `${ownOrigin}/history` })).toBe(true);
  });

  it('treats GET /api/clear as a change, and never as a navigation', () => {
    expect(mayActWith('GET', '/api/clear', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(true);
    expect(mayActWith('GET', '/api/clear', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).toBe(false);
    expect(mayActWith('GET', '/api/clear', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' })).toBe(
      false,
    );
    expect(mayActWith('GET', '/api/clear', { accept: 'text/html,application/xhtml+xml' })).toBe(false);
    expect(mayActWith('GET', '/api/clear/', { accept: 'text/html' })).toBe(false);
    expect(mayActWith('GET', '/api/clear', { accept: 'application/json' })).toBe(true);
  });

  it('lets GET /api/logout be a navigation of our own, not of another site', () => {
    expect(mayActWith('GET', '/api/logout', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' })).toBe(
      true,
    );
    expect(mayActWith('GET', '/api/logout', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(true);
    expect(mayActWith('GET', '/api/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(
      false,
    );
    expect(mayActWith('GET', '/API/logout', { referer: 'https://evil.example/' })).toBe(false);
  });
});
