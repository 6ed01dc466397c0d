import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskedAddress } from './masked-address.rules.js';
import { linkToken, readLink, seal, secretOf, signatureOf, unseal } from './target-secrets.rules.js';

const key = Buffer.alloc(48, 1).toString('base64');
const other = Buffer.alloc(48, 2).toString('base64');
const targetId = '01939c11-0000-7000-8000-000000000001';
const now = new Date('2026-11-23T08:00:00Z');

it('an address is read with its key, for its target, unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (address, place) => {
      const sealed = seal(key, targetId, address);
      expect(unseal(key, targetId, sealed)).toBe(address);
      expect(unseal(other, targetId, sealed)).toBeUndefined();
      expect(unseal(key, targetId.replace(/1$/, '2'), sealed)).toBeUndefined();
      sealed[place % sealed.length]! ^= 1;
      expect(unseal(key, targetId, sealed)).toBeUndefined();
    }),
  );
});

it('a link does what it is for, of its target, until its end', () => {
  const token = linkToken(key, { purpose: 'confirm', targetId }, new Date(now.getTime() + 1000));
  expect(readLink(key, token, now)).toEqual({ purpose: 'confirm', targetId });
  expect(readLink(key, token, new Date(now.getTime() + 2000))).toBeUndefined();
  expect(readLink(key, token.replace('confirm', 'unsubscribe'), now)).toBeUndefined();
  expect(readLink(key, token.replace('0001.', '0002.'), now)).toBeUndefined();
  expect(readLink(other, token, now)).toBeUndefined();
  const forGood = linkToken(key, { purpose: 'unsubscribe', targetId });
  expect(readLink(key, forGood, new Date('2099-01-01'))).toEqual({ purpose: 'unsubscribe', targetId });
  fc.assert(fc.property(fc.string(), (text) => expect(readLink(key, text, now)).toBeUndefined()));
});

it('a signature is that of Standard Webhooks', () => {
  // The example of https://github.com/standard-webhooks/standard-webhooks.
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signatureOf(message, secret)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(secretOf(key, targetId, Buffer.alloc(32, 3))).not.toEqual(secretOf(key, targetId, Buffer.alloc(32, 4)));
});

it.each([
  ['ada@example.org', 'a…@example.org'],
  ['https://hooks.slack.com/services/T0/B0/secretabc', 'https://hooks.slack.com/…abc'],
  ['https://example.org/hook', 'https://example.org/…'],
  ['https://example.org/', 'https://example.org'],
  ['https://example.org/x?key=0123456789', 'https://example.org/…789'],
])('%s is shown as %s', (address, shown) => expect(maskedAddress(address)).toBe(shown));
