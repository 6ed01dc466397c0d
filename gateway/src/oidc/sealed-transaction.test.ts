import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seal, unseal } from './sealed-transaction.js';

const secret = 'a secret of more than thirty-two characters';
const content = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/history?q=é', startedAt: 1 };

it('comes back as it was, and never looks the same twice', () => {
  expect(unseal(seal(content, secret), secret)).toEqual(content);
  expect(seal(content, secret)).not.toBe(seal(content, secret));
  expect(Buffer.from(seal(content, secret), 'base64url').toString('latin1')).not.toContain('/history');
});

it('is opened by nothing else, and nothing else is opened', () => {
  const sealed = Buffer.from(seal(content, secret), 'base64url');
  expect(unseal(sealed.toString('base64url'), `${secret}!`)).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const spoiled = Buffer.from(sealed);
      spoiled[at] = spoiled[at]! ^ change;
      expect(unseal(spoiled.toString('base64url'), secret)).toBeUndefined();
      expect(unseal(sealed.subarray(0, at).toString('base64url'), secret)).toBeUndefined();
    }),
    { seed: 20250710 },
  );
  expect(unseal('', secret)).toBeUndefined();
  expect(unseal('%%%', secret)).toBeUndefined();
});
