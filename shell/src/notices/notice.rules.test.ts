import { expect, it } from '@jest/globals';
import { bellFigure, bellLabel, placeOf } from './notice.rules.js';

it.each([
  [0, 'Notices'],
  [1, '1 unread notice'],
  [3, '3 unread notices'],
])('%i: %s', (unread, label) => expect(bellLabel(unread)).toBe(label));

it('has room for two figures', () => expect([9, 99, 100].map(bellFigure)).toEqual(['9', '99', '99+']));

it.each([
  ['/saved-queries/12/results', '/saved-queries/12/results'],
  ['/admin/account#keys-title', '/admin/account#keys-title'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('%s leads to %s', (path, place) => expect(placeOf(path)).toBe(place));
