import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { FileFault } from '../file-faults.js';
import { decodeText } from './decode-text.rules.js';

fc.configureGlobal({ seed: 20250710 });

const printable = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  .filter((text) => !/[\x00-\x08\x0e-\x1f\x7f\ufeff\ufffd]/.test(text));

describe('decodeText', () => {
  it('gives back whatever was written in UTF-8', () => {
    fc.assert(
      fc.property(printable, (text) => {
        expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' });
      }),
    );
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('believes the mark of %s', (encoding) => {
    fc.assert(
      fc.property(printable, (text) => {
        expect(decodeText(iconv.encode(text, encoding, { addBOM: true }))).toEqual({ text, encoding });
      }),
    );
  });

  it('either decodes bytes or says that they are no text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        try {
          expect(decodeText(Buffer.from(bytes)).text).not.toContain('\0');
        } catch (error) {
          expect(error).toBeInstanceOf(FileFault);
        }
      }),
    );
  });
});
