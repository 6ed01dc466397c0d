import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BlockList } from 'node:net';
import { holds, isMetadata, isPublic, parseAddress, parseBlock, type AddressBytes } from './addresses.js';

fc.configureGlobal({ seed: 20250710 });

const bytes = (text: string) => parseAddress(text) as AddressBytes;
const numRuns = 2_000;

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

  it('lie in a block exactly when the system says so', () => {
    const v4 = fc.tuple(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.constant('ipv4' as const));
    const v6 = fc.tuple(fc.ipV6(), fc.ipV6(), fc.integer({ min: 0, max: 128 }), fc.constant('ipv6' as const));
    fc.assert(
      fc.property(fc.oneof(v4, v6), ([network, address, prefix, family]) => {
        const list = new BlockList();
        list.addSubnet(network, prefix, family);
        const isMapped = family === 'ipv6' && /^(0*:){5}ffff:|^::ffff:/i.test(address);
        if (isMapped) return;
        const block = parseBlock(`${network}/${prefix}`);
        expect(block && holds(block, bytes(address))).toBe(list.check(address, family));
      }),
      { numRuns },
    );
  });

  it.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0/8', 'fe80::1%eth0/64'])(
    '"%s" is no block',
    (text) => expect(parseBlock(text)).toBeUndefined(),
  );
});
