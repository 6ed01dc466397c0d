import { decodeEntities } from './decode-entities.js';

const schemes = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address of a link in a reply, or undefined when it may not be followed. A reply is untrusted: only
 * absolute http, https and mailto addresses pass, as the browser itself would read them.
 */
export function safeLink(href: string): string | undefined {
  const address = decodeEntities(href).trim();
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  // A user name before the host is there to deceive the reader.
  if (!schemes.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}
