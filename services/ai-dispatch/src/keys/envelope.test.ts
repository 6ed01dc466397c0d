import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { EnvelopeError, open, rewrap, seal, type Envelope } from './envelope.js';
import type { KeyRing } from './key-ring.js';

fc.configureGlobal({ seed: 20250710 });

const ringOf = (...ids: string[]): KeyRing => ({
  currentId: ids.at(-1) as string,
  keys: new Map(ids.map((id) => [id, randomBytes(32)])),
});
const context = { service: 'gpt', origin: 'https://api.openai.com' };
const numRuns = 200;

describe('an envelope', () => {
  it('opens to what was closed, whatever it was, and shows nothing of it', () => {
    const ring = ringOf('k1');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (secret) => {
        const envelope = seal(secret, context, ring);
        expect(open(envelope, context, ring)).toBe(Buffer.from(secret, 'utf8').toString('utf8'));
        if (Buffer.byteLength(secret) > 3) expect(envelope.sealed.includes(Buffer.from(secret))).toBe(false);
      }),
      { numRuns },
    );
  });

  it('is another one each time, with a data key of its own', () => {
    const ring = ringOf('k1');
    const [one, other] = [seal('sk', context, ring), seal('sk', context, ring)];
    expect(one.sealed.equals(other.sealed)).toBe(false);
    expect(() => open({ ...one, wrappedKey: other.wrappedKey }, context, ring)).toThrow(EnvelopeError);
  });

  it.each([
    ['another service', { ...context, service: 'claude' }],
    ['another address', { ...context, origin: 'https://evil.example' }],
  ])('does not open for %s', (_what, other) => {
    const ring = ringOf('k1');
    expect(() => open(seal('sk-secret', context, ring), other, ring)).toThrow(EnvelopeError);
  });

  it('does not open once a single bit is another', () => {
    const ring = ringOf('k1');
    const envelope = seal('sk-secret', context, ring);
    const flipped = (bytes: Buffer, bit: number) => {
      const copy = Buffer.from(bytes);
      copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
      return copy;
    };
    fc.assert(
      fc.property(fc.constantFrom('sealed' as const, 'wrappedKey' as const), fc.nat(), (part, at) => {
        const bit = at % (envelope[part].length * 8);
        const broken: Envelope = { ...envelope, [part]: flipped(envelope[part], bit) };
        expect(() => open(broken, context, ring)).toThrow(EnvelopeError);
      }),
      { numRuns },
    );
    expect(() => open({ ...envelope, sealed: Buffer.alloc(0) }, context, ring)).toThrow(EnvelopeError);
  });

  it('is closed by the new key after rewrapping, and opens without the old one', () => {
    const ring = ringOf('k1', 'k2');
    const before = seal('sk-secret', context, { ...ring, currentId: 'k1' });
    const after = rewrap(before, 'gpt', ring);
    expect(after.keyId).toBe('k2');
    expect(after.sealed).toEqual(before.sealed);
    const newOnly: KeyRing = { currentId: 'k2', keys: new Map([['k2', ring.keys.get('k2') as Buffer]]) };
    expect(open(after, context, newOnly)).toBe('sk-secret');
    expect(() => open(before, context, newOnly)).toThrow('The key ring has no key "k1".');
    expect(() => rewrap(before, 'claude', ring)).toThrow(EnvelopeError);
  });
});
