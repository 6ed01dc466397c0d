import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { holds, isMetadata, isPublic, parseAddress, parseBlock, type Address } from './addresses.js';
import * as byBytes from './byte-rules.fixture.js';

fc.configureGlobal({ seed: 20250710 });

const bytes = (text: string) => parseAddress(text) as Address;
const numRuns = process.env['TEST_FULL'] ? 20_000 : 2_000;
jest.setTimeout(60_000);

const byteNear = fc.constantFrom(0, 10, 64, 100, 127, 128, 168, 169, 172, 192, 198, 203, 224, 240, 254, 255);
const v4 = fc.oneof(
  fc.ipV4(),
  fc.tuple(byteNear, byteNear, byteNear, byteNear).map((each) => each.join('.')),
  fc.constantFrom('169.254.169.254', '100.100.100.200', '172.31.255.255', '198.19.255.255', '192.88.99.1'),
);
const inFigures = (text: string, write: (byte: number) => string) => text.split('.').map(Number).map(write).join('.');
const asGroups = (text: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};
/** Mapped, translated, NAT64 of both kinds, 6to4, Teredo, the old compatible form, with zones; octal, hex, one number. */
const spellings = fc.oneof(
  v4,
  fc.ipV6(),
  v4.map((text) => `::ffff:${text}`),
  v4.map((text) => `0:0:0:0:0:FFFF:${asGroups(text)}`),
  v4.map((text) => `::ffff:0:${text}`),
  v4.map((text) => `64:ff9b::${text}`),
  v4.map((text) => `64:ff9b:1::${asGroups(text)}`),
  v4.map((text) => `2002:${asGroups(text)}::1`),
  v4.map((text) => `2001:0:${asGroups(text)}::${asGroups(text)}`),
  v4.map((text) => `::${text}`),
  v4.map((text) => `::ffff:${text}%eth0`),
  v4.map((text) => `fe80::${asGroups(text)}%1`),
  v4.map((text) => inFigures(text, (byte) => `0${byte.toString(8)}`)),
  v4.map((text) => inFigures(text, (byte) => `0x${byte.toString(16)}`)),
  v4.map((text) => String(Number.parseInt(asGroups(text).replace(':', ''), 16))),
  fc.stringMatching(/^[0-9a-f:.%x]{0,24}$/),
  fc.constantFrom('::', '::1', 'fd00:ec2::254', 'fe80::a9fe:a9fe', '2001:1ff::', '2001:200::', '3fff:fff::', '4000::'),
);

describe('addresses', () => {
  it.each([
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['11.0.0.1', true],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:0:127.0.0.1', false],
    ['::127.0.0.1', false],
    ['::ffff:8.8.8.8', true],
    ['::8.8.8.8', false],
    ['64:ff9b::10.0.0.1', false],
    ['64:ff9b::8.8.8.8', true],
    ['64:ff9b:1::1', false],
    ['100::1', false],
    ['2001::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['2606:4700:4700::1111', true],
    ['fc00::1', false],
    ['fd00:ec2::254', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['ff02::1', false],
  ])('%s is public: %s', (text, expected) => {
    expect(isPublic(bytes(text))).toBe(expected);
  });

  it.each(['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fd00:ec2::254', '100.100.100.200'])(
    '%s is metadata',
    (text) => expect(isMetadata(bytes(text))).toBe(true),
  );

  it.each(['', 'localhost', '256.1.1.1', '1.2.3', '0x7f000001', '2130706433', '0177.0.0.1', 'g::1', '1::2::3'])(
    '"%s" is no address',
    (text) => expect(parseAddress(text)).toBeUndefined(),
  );

  it('of IPv4 are judged alike however IPv6 carries them', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const expected = isPublic(bytes(text));
        for (const prefix of ['::ffff:', '64:ff9b::', '::ffff:0:']) {
          expect(isPublic(bytes(prefix + text))).toBe(expected);
        }
      }),
      { numRuns },
    );
  });

  it('are read as the system reads them', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const read = bytes(text);
        const host = new URL(`http://${text.includes(':') ? `[${text}]` : text}/`).hostname.replace(/^\[|\]$/g, '');
        expect(bytes(host)).toEqual(read);
      }),
      { numRuns },
    );
  });

  it('are judged as byte-wise rules judge them, in every spelling, and lie in the same blocks', () => {
    fc.assert(
      fc.property(spellings, fc.tuple(spellings, fc.integer({ min: -1, max: 130 })), (text, [network, prefix]) => {
        const [address, expected] = [parseAddress(text), byBytes.parseAddress(text)];
        expect(address && byBytes.parseAddress(address.address)).toEqual(expected);
        const [block, expectedBlock] = [parseBlock(`${network}/${prefix}`), byBytes.parseBlock(`${network}/${prefix}`)];
        expect(block?.prefix).toBe(expectedBlock?.prefix);
        if (!address || !expected) return;
        expect(isPublic(address)).toBe(byBytes.isPublic(expected));
        expect(isMetadata(address)).toBe(byBytes.isMetadata(expected));
        if (block && expectedBlock) expect(holds(block, address)).toBe(byBytes.holds(expectedBlock, expected));
      }),
      { numRuns },
    );
  });

  it.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0/8', 'fe80::1%eth0/64'])(
    '"%s" is no block',
    (text) => expect(parseBlock(text)).toBeUndefined(),
  );
});
