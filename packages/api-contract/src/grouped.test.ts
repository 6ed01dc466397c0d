import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { grouped } from './grouped.js';

it('writes whole numbers as Intl does', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (count) => expect(grouped(count)).toBe(count.toLocaleString('en-US'))));
});
