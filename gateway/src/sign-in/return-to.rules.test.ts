import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { safeReturnTo } from './return-to.rules.js';

describe('safeReturnTo', () => {
  it.each(['/', '/history', '/saved-queries/3/results?tab=1', '/history?q=caf%C3%A9%20au%20lait', '/a#b'])(
    'keeps %s',
    (path) => expect(safeReturnTo(path)).toBe(path),
  );

  it.each([
    undefined,
    42,
    '',
    'history',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%252fevil.example',
    '/%25252fevil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e%2e//evil.example',
    '/\r\nSet-Cookie: a=b',
    '/%0d%0aSet-Cookie:%20a=b',
    '/%zz',
    '/api/logout',
    '/API/logout',
    '/x/../api/clear',
    `/${'a'.repeat(3000)}`,
  ])('turns %j into the start page', (wanted) => expect(safeReturnTo(wanted)).toBe('/'));

  it('never leaves the origin, whatever is requested', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%09',
      '%',
      '2f',
      '.',
      '..',
      '@',
      ':',
      '\t',
      'evil.example',
      'a',
    );
    const anything = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(anything, (wanted) => {
        const { origin } = new URL(safeReturnTo(wanted), 'https://polylogue.example/api/login');
        expect(origin).toBe('https://polylogue.example');
      }),
      { seed: 20250710, numRuns: 3000 },
    );
  });
});
