import { BlockList, isIP, SocketAddress, type IPVersion } from 'node:net';

/** An IPv4 or IPv6 address, as Node has read it. */
export type Address = SocketAddress;

/** A block of addresses: `list` holds it. */
export interface Block {
  list: BlockList;
  family: IPVersion;
  /** How many leading bits its addresses share. */
  prefix: number;
}

/** Where IPv6 carries IPv4 addresses: mapped, translated, or reached through NAT64. */
const carriersOfV4 = ['::ffff:', '::ffff:0:', '64:ff9b::'];

/** Reads an IPv4 or IPv6 address in the form the system prints it; a zone (`%eth0`) is left out. */
export function parseAddress(text: string): Address | undefined {
  const [address = ''] = text.split('%');
  const version = isIP(address);
  return version === 0 ? undefined : new SocketAddress({ address, family: version === 4 ? 'ipv4' : 'ipv6' });
}

/** Reads `10.0.0.0/8`, `fd00::/8` or one address. */
export function parseBlock(text: string): Block | undefined {
  const [address = '', length] = text.split('/');
  const network = address.includes('%') ? undefined : parseAddress(address);
  if (!network) return undefined;
  const prefix = length === undefined ? bitsOf(network) : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return prefix <= bitsOf(network) ? blockOf(network, prefix) : undefined;
}

/** The block that begins with an address: of it alone, unless a shorter prefix is given. */
export function blockOf({ address, family }: Address, prefix = bitsOf({ family })): Block {
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  if (family === 'ipv4') for (const carrier of carriersOfV4) list.addSubnet(carrier + address, 96 + prefix, 'ipv6');
  return { list, family, prefix };
}

/** Whether the block holds the address. An IPv4 address is the same however IPv6 carries it. */
export function holds({ list, family }: Block, address: Address): boolean {
  // A list of IPv6 blocks would take an IPv4 address for its mapped form.
  return (family === 'ipv4' || address.family === 'ipv6') && list.check(address);
}

/** How many bits an address has. */
export const bitsOf = ({ family }: Pick<Address, 'family'>) => (family === 'ipv4' ? 32 : 128);

const blocks = (...texts: string[]) => texts.map((text) => parseBlock(text) as Block);
const isIn = (list: readonly Block[], address: Address) => list.some((block) => holds(block, address));

/** Where no public service is: this machine, private networks, link-local with its metadata, the rest that is reserved. */
const forbidden = blocks(
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
  // Teredo and 6to4, which reach IPv4 in ways of their own, among others.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
);
/** All of IPv4, however it is carried; of IPv6 only 2000::/3 is handed out. */
const handedOut = blocks('0.0.0.0/0', '2000::/3');

/** Metadata of the large clouds: named apart, for no wide permission should open it by accident. */
const metadata = blocks('169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254', 'fe80::a9fe:a9fe');

export const isMetadata = (address: Address) => isIn(metadata, address);

/** Whether an address is one a service on the internet can have. */
export const isPublic = (address: Address) => isIn(handedOut, address) && !isIn(forbidden, address);
