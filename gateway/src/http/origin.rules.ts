/** What the decision is made of; header values as Node gives them. */
export interface OriginFacts {
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
 * asks for a page is: an old browser, led here by a form or a link of a site that hides itself.
 */
export function mayAct(facts: OriginFacts): boolean {
  const path = facts.path.replace(/\/+$/, '').toLowerCase();
  if (readers.has(facts.method) && !changingReads.has(path)) return true;
  if (path === '/api/clear' && isNavigation(facts)) return false;
  const { 'sec-fetch-site': site, origin, referer } = facts.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin !== undefined) return sameOrigin(origin, facts.ownOrigin);
  if (referer !== undefined) return sameOrigin(referer, facts.ownOrigin);
  return !isNavigation(facts);
}

// Only GET /api/logout may be one: a link on any page, also one of ours, must not clear the dashboard.
function isNavigation({ headers }: OriginFacts): boolean {
  if (headers['sec-fetch-mode'] !== undefined) return headers['sec-fetch-mode'] === 'navigate';
  if (headers['sec-fetch-site'] !== undefined) return false;
  return /^\s*text\/html/i.test(headers.accept ?? '');
}

function sameOrigin(url: string, ownOrigin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === ownOrigin.toLowerCase();
}
