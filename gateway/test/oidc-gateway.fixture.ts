import { freePort } from '@polylogue/test-kit';
import { startGateway, type RequestParts, type RunningGateway } from './gateway.js';

export interface OidcGateway extends RunningGateway {
  /** Begins a sign-in: where it leads, and the cookie that remembers it. */
  begin(path?: string): Promise<Begun>;
  /** Asks for the callback as a browser with these cookies would. */
  callback(parameters: Record<string, string> | string, cookie?: string, parts?: RequestParts): Promise<Response>;
  /** The session cookie an answer sets, if it sets one. */
  sessionOf(answer: Response): string | undefined;
}

export interface Begun {
  location: URL;
  state: string;
  nonce: string;
  cookie: string;
}

/** The product's address must be known to the issuer before it starts. */
export async function productUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** The gateway with an issuer; `env` says which. */
export async function startOidcGateway(url: string, env: Record<string, string>): Promise<OidcGateway> {
  const port = new URL(url).port;
  const gateway = await startGateway({ env: { PORT: port, PUBLIC_URL: url, ...env } });
  const sessionOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0]!)
      .find((each) => each.startsWith(`polylogue.${port}=`));
  return {
    ...gateway,
    sessionOf,
    begin: async (path = '/api/login?returnTo=/history') => {
      const answer = await gateway.ask(path);
      const cookie = answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      const location = new URL(answer.headers.get('location') ?? '', url);
      const { state = '', nonce = '' } = Object.fromEntries(location.searchParams);
      return { location, state, nonce, cookie };
    },
    callback: (parameters, cookie, parts = {}) =>
      gateway.ask(`/api/callback?${new URLSearchParams(parameters)}`, { ...parts, cookie }),
  };
}
