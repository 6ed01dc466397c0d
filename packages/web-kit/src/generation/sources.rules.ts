import type { Source } from '@polylogue/api-contract';

/** Only an address of the web becomes a link: what a service names as its source is its own text. */
export function webAddress(url: string | undefined): URL | undefined {
  const address = url === undefined ? null : URL.parse(url);
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address : undefined;
}

/** What a source is called: its title, else its host, else what stands in place of an address. */
export function sourceLabel({ url, title }: Source): string {
  return title || hostOf(url) || url || 'Unnamed source';
}

/** The host as one reads it; empty for what is no address of the web. */
export const hostOf = (url: string | undefined): string => webAddress(url)?.hostname.replace(/^www\./, '') ?? '';

/** A source with those who cite it. */
export interface CitedSource extends Source {
  /** Indexes into the list of replies. */
  citedBy: number[];
}

/** The sources of several replies, each address once: those cited by most first, then in the order of the replies. */
export function sourcesSideBySide(replies: readonly (readonly Source[])[]): CitedSource[] {
  const found = new Map<string, CitedSource>();
  for (const [reply, sources] of replies.entries()) {
    for (const source of sources) {
      const key = addressKey(source);
      const known = found.get(key);
      if (!known) found.set(key, { ...source, citedBy: [reply] });
      else if (!known.citedBy.includes(reply)) known.citedBy.push(reply);
      if (known && !known.title) known.title = source.title;
    }
  }
  return [...found.values()].sort((one, other) => other.citedBy.length - one.citedBy.length);
}

/** The same page whatever its scheme, "www.", fragment, tracking parameters, or a slash at its end. */
function addressKey({ url, title }: Source): string {
  const address = webAddress(url);
  if (!address) return `text ${url ?? ''} ${title ?? ''}`;
  for (const name of [...address.searchParams.keys()]) {
    if (/^(utm_\w+|gclid|fbclid)$/.test(name)) address.searchParams.delete(name);
  }
  return `${hostOf(url)}${address.pathname.replace(/\/$/, '')}${address.search}`;
}
