import { isIPv4, isIPv6 } from 'node:net';

// The rules of addresses.ts by bytes and masks, as they were before Node's BlockList: the second opinion of its tests.

/** An address as its bytes: four, or sixteen. */
export type AddressBytes = readonly number[];

/** A block of addresses: those whose first `prefix` bits are those of `bytes`. */
export interface Block {
  bytes: AddressBytes;
  prefix: number;
}

/** Reads an IPv4 or IPv6 address in the form the system prints it; a zone (`%eth0`) is left out. */
export function parseAddress(text: string): AddressBytes | undefined {
  const [address = ''] = text.split('%');
  if (isIPv4(address)) return address.split('.').map(Number);
  return isIPv6(address) ? parseV6(address) : undefined;
}

/** Reads `10.0.0.0/8`, `fd00::/8` or one address. */
export function parseBlock(text: string): Block | undefined {
  const [address = '', length] = text.split('/');
  const bytes = parseAddress(address);
  if (!bytes || address.includes('%')) return undefined;
  const max = bytes.length * 8;
  if (length === undefined) return { bytes, prefix: max };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return prefix <= max ? { bytes, prefix } : undefined;
}

/** Whether the block holds the address. An IPv4 address is the same however IPv6 carries it. */
export function holds({ bytes, prefix }: Block, address: AddressBytes): boolean {
  const plain = bytes.length === 4 ? (embeddedV4(address) ?? address) : address;
  if (plain.length !== bytes.length) return false;
  for (let bit = 0; bit < prefix; bit += 8) {
    const mask = prefix - bit >= 8 ? 0xff : (0xff << (8 - (prefix - bit))) & 0xff;
    if (((plain[bit / 8] as number) & mask) !== ((bytes[bit / 8] as number) & mask)) return false;
  }
  return true;
}

const blocks = (...texts: string[]) => texts.map((text) => parseBlock(text) as Block);

/** Where no public service is: this machine, private networks, link-local with its metadata, the rest that is reserved. */
const forbiddenV4 = blocks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);
// Of IPv6 only 2000::/3 is handed out; within it these are not, or reach IPv4 in ways of their own.
const publicV6 = blocks('2000::/3');
const forbiddenV6 = blocks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** Metadata of the large clouds: named apart, for no wide permission should open it by accident. */
const metadata = blocks('169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254', 'fe80::a9fe:a9fe');

export const isMetadata = (address: AddressBytes) => metadata.some((block) => holds(block, address));

/** Whether an address is one a service on the internet can have. */
export function isPublic(address: AddressBytes): boolean {
  const v4 = address.length === 4 ? address : embeddedV4(address);
  if (v4) return !forbiddenV4.some((block) => holds(block, v4));
  return publicV6.some((block) => holds(block, address)) && !forbiddenV6.some((block) => holds(block, address));
}

const mapped = blocks('::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96');

/** The IPv4 address an IPv6 one stands for: mapped, translated, or reached through NAT64. */
function embeddedV4(address: AddressBytes): AddressBytes | undefined {
  if (address.length !== 16) return undefined;
  return mapped.some((block) => holds(block, address)) ? address.slice(12) : undefined;
}

function parseV6(text: string): AddressBytes {
  const [head = '', tail] = text.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...new Array<number>(gap).fill(0), ...after].flatMap((group) => [group >> 8, group & 0xff]);
}

/** Sixteen bits each; an IPv4 address at the end counts for two. */
function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
