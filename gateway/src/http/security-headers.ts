import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

// The reader of the API's description brings scripts that write markup of their own.
const docs = /^\/api\/docs(\/|$)/;

/** What a browser may do with our pages: load from here, run no inline script, and stand in no other site's frame. */
export function securityHeaders(): RequestHandler {
  // A text becomes code or markup only where the shell's trusted-types.js lets it.
  const pages = headersWith({ requireTrustedTypesFor: ["'script'"], trustedTypes: ['default'] });
  const reader = headersWith({});
  return (request, response, next) => {
    const headers = docs.test(request.path) ? reader : pages;
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** They are the same for each request: helmet, a dozen handlers, is asked once. */
function headersWith(more: Record<string, string[]>): readonly (readonly [name: string, value: string])[] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its styles into the page while it runs.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...more,
      },
    },
    // So that a browser without Fetch Metadata still says which of our pages sends a request.
    referrerPolicy: { policy: 'same-origin' },
    // What else stands under the operator's domain is not ours to decide.
    strictTransportSecurity: { includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, mustNotFail);
  return [...headers];
}

function mustNotFail(fault?: unknown): void {
  if (fault) throw fault;
}
