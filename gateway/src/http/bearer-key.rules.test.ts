import { describe, expect, it } from '@jest/globals';
import { keyTokenOf } from './bearer-key.rules.js';

describe('the key', () => {
  it.each([
    ['Bearer pl_live_x', 'pl_live_x'],
    ['bearer  pl_x ', 'pl_x'],
    ['Bearer eyJhbGciOi', undefined],
    ['Basic pl_live_x', undefined],
    [undefined, undefined],
  ])('in %s is %s', (header, token) => expect(keyTokenOf(header)).toBe(token));
});
