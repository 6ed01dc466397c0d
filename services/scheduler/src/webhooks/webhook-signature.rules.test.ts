import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { faultOf, signatureOf, type SignedBody } from './webhook-signature.rules.js';

// The example of https://github.com/standard-webhooks/standard-webhooks.
const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const signed: SignedBody = {
  webhookId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  body: Buffer.from('{"test": 2432232314}'),
};
const sentAt = 1_614_265_330;
const faultAt = (seconds: number, change: Partial<SignedBody> = {}) =>
  faultOf({ ...signed, ...change }, secret, new Date(seconds * 1000));

describe('a signed body', () => {
  it.each([
    ['at the time of sending', sentAt],
    ['five minutes later', sentAt + 300],
    ['by a clock five minutes behind', sentAt - 300],
  ])('is trusted %s', (_, seconds) => expect(faultAt(seconds)).toBeUndefined());

  it('is trusted when one of several signatures is right', () => {
    expect(faultAt(sentAt, { signature: `v1a,xyz v1,AAAA ${signed.signature}` })).toBeUndefined();
  });

  it.each<[string, number, Partial<SignedBody>, string]>([
    ['too late', sentAt + 301, {}, 'webhook-timestamp'],
    ['too early', sentAt - 301, {}, 'webhook-timestamp'],
    ['with a time that is none', sentAt, { timestamp: 'now' }, 'webhook-timestamp'],
    ['without a signature', sentAt, { signature: '' }, 'required'],
    ['without an id', sentAt, { webhookId: '' }, 'required'],
    ['with an id that is too long', sentAt, { webhookId: 'x'.repeat(201) }, '1 to 200'],
    ['with the signature of another version', sentAt, { signature: signed.signature.replace('v1', 'v2') }, 'not that'],
    ['with a part of the signature', sentAt, { signature: signed.signature.slice(0, -1) }, 'not that'],
    ['with another id', sentAt, { webhookId: 'msg_other' }, 'not that'],
    ['with another body', sentAt, { body: Buffer.from('{"test":2432232314}') }, 'not that'],
  ])('is not trusted %s', (_, seconds, change, sentence) => expect(faultAt(seconds, change)).toContain(sentence));

  it('is not trusted when one bit of it is another', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(bytes, fc.nat(), (body, place) => {
        const message = { webhookId: 'm', timestamp: String(sentAt), body: Buffer.from(body) };
        const signature = signatureOf(message, secret);
        const changed = Buffer.from(body);
        changed[place % body.length]! ^= 1 << (place % 8);
        expect(faultAt(sentAt, { ...message, signature })).toBeUndefined();
        expect(faultAt(sentAt, { ...message, signature, body: changed })).toBeDefined();
      }),
    );
  });
});
