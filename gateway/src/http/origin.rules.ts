/** What the decision is made of; header values as Node gives them. */
export interface RequestOrigin {
  method: string;
  path: string;
  /** Scheme, host and port under which the browser reached us. */
  ownOrigin: string;
  headers: {
    'sec-fetch-site'?: string | string[] | undefined;
    'sec-fetch-mode'?: string | string[] | undefined;
    origin?: string | undefined;
    referer?: string | undefined;
    accept?: string | undefined;
  };
}

const readers = new Set(['GET', 'HEAD', 'OPTIONS']);
const changingReads = new Set(['/api/clear', '/api/logout']);

/**
 * Whether a request may act: another site must not use the visitor's cookie. Reads are not checked, except the two GETs
 * that change something. A client that sends none of the headers is no browser and holds no cookie but its own; one that
 * requests a page is: an old browser, led here by a form or a link of a site that hides itself.
 */
export function mayAct(request: RequestOrigin): boolean {
  const path = request.path.replace(/\/+$/, '').toLowerCase();
  if (readers.has(request.method) && !changingReads.has(path)) return true;
  if (path === '/api/clear' && isNavigation(request)) return false;
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin !== undefined) return sameOrigin(origin, request.ownOrigin);
  if (referer !== undefined) return sameOrigin(referer, request.ownOrigin);
  return !isNavigation(request);
}

// Only GET /api/logout may be one: a link on any page, also one of ours, must not clear the dashboard.
function isNavigation({ headers }: RequestOrigin): boolean {
  if (headers['sec-fetch-mode'] !== undefined) return headers['sec-fetch-mode'] === 'navigate';
  if (headers['sec-fetch-site'] !== undefined) return false;
  return /^\s*text\/html/i.test(headers.accept ?? '');
}

function sameOrigin(url: string, ownOrigin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === ownOrigin.toLowerCase();
}
