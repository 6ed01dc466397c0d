import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FileFault } from '../file-faults.js';
import { aZip } from '@polylogue/test-kit';
import { refuseBomb } from './unpacked-size.rules.js';

fc.configureGlobal({ seed: 20250710 });

describe('refuseBomb', () => {
  it('counts what the entries unpack to together, to the byte', () => {
    const zip = aZip({ a: Buffer.alloc(600), b: Buffer.alloc(400) });
    expect(() => refuseBomb(zip, 1000)).not.toThrow();
    expect(() => refuseBomb(zip, 999)).toThrow(new FileFault('unpacked_too_large').message);
  });

  it('does not believe what the directory says', () => {
    expect(() => refuseBomb(aZip({ a: Buffer.alloc(5000) }, 1), 4999)).toThrow(FileFault);
  });

  it('throws nothing but a fault, whatever is broken', () => {
    const zip = aZip({ a: 'some words', b: deflateRawSync('x') });
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.nat(255), fc.nat(zip.length), (at, byte, length) => {
        const broken = Buffer.from(zip.subarray(0, length));
        if (at < broken.length) broken[at] = byte;
        try {
          refuseBomb(broken, 10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(FileFault);
        }
      }),
    );
  });
});
