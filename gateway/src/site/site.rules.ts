/** What of the site a request path means. */
export type SiteTarget =
  | { kind: 'page' }
  | { kind: 'file'; folder: string; path: string }
  | { kind: 'remotes' }
  | { kind: 'none' };

const slicePath = /^\/slices\/(mfe-[a-z0-9-]+)(\/.+)$/;
const hashed = /\.[0-9a-f]{8,}\.\w+$/;

/** `/slices/mfe-history/x.js` is a slice's file, `/x.js` the shell's, and a path without an extension a page. */
export function siteTarget(path: string): SiteTarget {
  if (path === '/remotes.json') return { kind: 'remotes' };
  if (/^\/(api|v1|mcp|healthz|readyz|metrics)(\/|$)/i.test(path)) return { kind: 'none' };
  const [, slice, rest] = slicePath.exec(path) ?? [];
  if (slice && rest) return { kind: 'file', folder: slice, path: rest };
  if (path.startsWith('/slices/')) return { kind: 'none' };
  return /\.\w+$/.test(path) ? { kind: 'file', folder: 'shell', path } : { kind: 'page' };
}

/** A name with a hash in it never changes its content; everything else is checked each time. */
export function cacheControlOf(path: string): string {
  return hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** How a browser names a slice: what webpack calls its container. */
export function toRemote(slice: string) {
  return { name: slice.replaceAll('-', '_'), slice, entry: `/slices/${slice}/mf-manifest.json` };
}

/** The smallest of the forms on disk that the browser can read; undefined for the file as it is. */
export function preferredEncoding(acceptEncoding: string, present: ReadonlySet<string>): 'br' | 'gz' | undefined {
  const accepted = new Set(
    acceptEncoding
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
      .map((each) => each.replace(/;.*$/, '')),
  );
  if (present.has('br') && accepted.has('br')) return 'br';
  return present.has('gz') && accepted.has('gzip') ? 'gz' : undefined;
}
