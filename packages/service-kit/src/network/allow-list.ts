import { z } from 'zod';
import { parseBlock, type Block } from './addresses.js';

/** The code of the error of a connection that leads into a network which is not allowed. */
export const forbiddenNetwork = 'ERR_FORBIDDEN_NETWORK';

/** One permission: a block of addresses or a host by its name, all ports or one. */
export type Permission = ({ block: Block } | { host: string }) & { port?: number };

/**
 * Reads what an operator allows, separated by commas or spaces: `10.1.0.0/16`, `127.0.0.1:8000`, `[::1]:8000`,
 * `fd00::/8`, `ollama`, `models.lan:8080`.
 *
 * @throws {RangeError} that names the first entry that is none of these.
 */
export function parseAllowList(text: string): Permission[] {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseEntry);
}

/** The allow list of an operator as a value of the environment. */
export const networkList = z.string().transform((text, context): Permission[] => {
  try {
    return parseAllowList(text);
  } catch (fault) {
    context.addIssue({ code: 'custom', message: fault instanceof RangeError ? fault.message : 'it cannot be read' });
    return z.NEVER;
  }
});

function parseEntry(entry: string): Permission {
  const block = parseBlock(entry);
  if (block) return { block };
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  const inside = parseBlock(bracketed ?? plain ?? '');
  if (port !== undefined && (port < 1 || port > 65_535)) throw new RangeError(`"${entry}" has no port of 1 to 65535`);
  if (inside) return { block: inside, port };
  if (plain !== undefined && isHostName(plain)) return { host: plain.toLowerCase(), port };
  throw new RangeError(`"${entry}" is no network such as 10.1.0.0/16, address, or host, with or without a port`);
}

// A name of digits and dots would be an address that was written wrongly.
const isHostName = (text: string) => /^(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text) && !/^[\d.]+$/.test(text);

/** Names that only exist within a private network: an operator who configures one means that network. */
export function isLocalName(host: string): boolean {
  return !host.includes('.') || /\.(local|localhost|internal|lan|home|arpa|svc|cluster)$/i.test(host);
}
