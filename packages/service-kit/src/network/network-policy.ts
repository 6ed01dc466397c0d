import { lookup, type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { bitsOf, blockOf, holds, isMetadata, isPublic, parseAddress, type Address } from './addresses.js';
import { forbiddenNetwork, isLocalName, type Permission } from './allow-list.js';

/** How a name is resolved: `lookup` of node:dns. */
export type ResolveHost = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** `own`: in a network that the operator allowed. `unknown`: the name does not resolve. */
export type Reach = 'public' | 'own' | 'forbidden' | 'unknown';

/** What the operator allows beside the internet. */
export interface NetworkOptions {
  /** Networks and hosts, as {@link parseAllowList} reads them. */
  allowed?: readonly Permission[] | undefined;
  /** Addresses that stand in the configuration: see {@link NetworkPolicy.trust}. */
  trusted?: readonly string[];
}

interface Target {
  host: string;
  port: number;
}

/**
 * Which networks we connect to. What a name resolves to is looked at when the connection is made, and exactly those
 * addresses are connected to: a name that resolves differently a moment later gains nothing.
 */
export class NetworkPolicy {
  /** Replaced in tests. */
  resolve: ResolveHost = lookup;
  private readonly allowed: readonly Permission[];
  private readonly own: Permission[] = [];

  constructor({ allowed = [], trusted = [] }: NetworkOptions = {}) {
    this.allowed = allowed;
    for (const url of trusted) this.trust(url);
  }

  /**
   * Takes an address that the operator wrote into the configuration for meant: one given in figures, or by a name that
   * only exists in a network of one's own. A public name still has to resolve to public addresses.
   */
  trust(url: string): void {
    const { host, port } = targetOf(new URL(url));
    const address = parseAddress(host);
    if (address) this.own.push({ block: blockOf(address), port });
    else if (isLocalName(host)) this.own.push({ host, port });
  }

  /** Whether an address in figures is allowed; a name is looked at by {@link lookupFor}, which a socket skips for figures. */
  allows(url: URL): boolean {
    const target = targetOf(url);
    return !parseAddress(target.host) || this.mayReach(target, target.host);
  }

  /** Resolves a name for a socket, leaving out the addresses that are not allowed; none left is {@link forbiddenNetwork}. */
  lookupFor(url: URL): LookupFunction {
    const { port } = targetOf(url);
    return (hostname, options: LookupOptions, done) => {
      this.resolve(hostname, { ...options, all: true }, (error, found) => {
        const addresses = error ? [] : found.filter(({ address }) => this.mayReach({ host: hostname, port }, address));
        const fault = error ?? (addresses.length === 0 ? notAllowed(hostname) : null);
        const [first] = addresses;
        if (fault || !first) done(fault, '', 4);
        else if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      });
    };
  }

  /** Where an address leads now. Connecting looks again; this is for an early message. */
  async judge(url: URL): Promise<Reach> {
    const target = targetOf(url);
    const addresses = parseAddress(target.host) ? [target.host] : await this.addressesOf(target.host);
    if (addresses.length === 0) return 'unknown';
    const reached = addresses.filter((address) => this.mayReach(target, address));
    if (reached.length === 0) return 'forbidden';
    return reached.every((address) => isPublic(parseAddress(address) as Address)) ? 'public' : 'own';
  }

  private addressesOf(host: string): Promise<string[]> {
    return new Promise((settle) =>
      this.resolve(host, { all: true }, (error, found) => settle(error ? [] : found.map(({ address }) => address))),
    );
  }

  private mayReach(target: Target, text: string): boolean {
    const address = parseAddress(text);
    if (!address) return false;
    const permitted = [...this.allowed, ...this.own].filter((permission) => covers(permission, target, address));
    // A wide permission does not open the cloud's metadata: that takes its very address.
    if (isMetadata(address)) return permitted.some((each) => 'block' in each && each.block.prefix === bitsOf(address));
    return permitted.length > 0 || isPublic(address);
  }
}

function notAllowed(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} leads into a network that is not allowed`), { code: forbiddenNetwork });
}

function covers(permission: Permission, { host, port }: Target, address: Address): boolean {
  if (permission.port !== undefined && permission.port !== port) return false;
  if ('host' in permission) return permission.host === host.toLowerCase();
  return holds(permission.block, address);
}

function targetOf({ hostname, port, protocol }: URL): Target {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}
