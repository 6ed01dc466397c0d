import { expect, test } from '@jest/globals';
import { isLoopback, shownUrl, urlAt } from './host.js';

test.each([
  ['127.0.0.1', true, 'http://127.0.0.1:8080', 'http://localhost:8080'],
  ['localhost', true, 'http://localhost:8080', 'http://localhost:8080'],
  ['::1', true, 'http://[::1]:8080', 'http://localhost:8080'],
  ['0.0.0.0', false, 'http://127.0.0.1:8080', 'http://localhost:8080'],
  ['::', false, 'http://127.0.0.1:8080', 'http://localhost:8080'],
  ['192.168.1.20', false, 'http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['fd00::7', false, 'http://[fd00::7]:8080', 'http://[fd00::7]:8080'],
  ['127.0.0.1.example.org', false, 'http://127.0.0.1.example.org:8080', 'http://127.0.0.1.example.org:8080'],
])('HOST=%s is for this machine alone: %s', (host, answer, asked, shown) => {
  expect(isLoopback(host)).toBe(answer);
  expect(urlAt(host, 8080)).toBe(asked);
  expect(shownUrl(host, 8080)).toBe(shown);
});
