import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { keepConnections } from '@polylogue/service-kit';
import type { AdapterConstructor, JWK, Provider } from 'oidc-provider';
import { freePort } from './free-port.js';

/** What the issuer says of a user, beside `sub`. */
export type IssuerClaims = Record<string, unknown>;

/** How an issuer should be. */
export interface TestIssuerOptions {
  /** Origin of the product that signs users in with it. */
  productUrl: string;
  /** Claims stand in the ID token, too, and not with userinfo only. */
  hasFatIdTokens?: boolean;
  /** Where the end of a session is reported (back-channel logout); nowhere by default. */
  backchannelLogoutUrl?: string;
}

/** A real OIDC issuer in this process, with the pages of oidc-provider. */
export interface TestIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Users by the login they type; any password will do. */
  accounts: Map<string, IssuerClaims>;
  /** From now on it signs with another key, and no longer publishes the one before. */
  rotateKeys(): Promise<void>;
  /** Stops answering; `open` lets it answer again. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an issuer on a port of its own. */
export async function startTestIssuer(options: TestIssuerOptions): Promise<TestIssuer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['polylogue', randomUUID()];
  const accounts: TestIssuer['accounts'] = new Map();
  const make = () => makeProvider({ url, clientId, clientSecret, accounts, ...options });
  let provider = await make();
  const server = keepConnections(createServer((request, response) => void provider.callback()(request, response)));
  const open = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await open();
  return {
    url,
    clientId,
    clientSecret,
    accounts,
    open,
    shut,
    rotateKeys: async () => void (provider = await make()),
    close: () => (server.listening ? shut() : Promise.resolve()),
  };
}

type Wanted = TestIssuerOptions & Pick<TestIssuer, 'url' | 'clientId' | 'clientSecret' | 'accounts'>;

async function makeProvider(wanted: Wanted): Promise<Provider> {
  const { accounts, productUrl, backchannelLogoutUrl } = wanted;
  return quietly(async () => {
    const { default: OidcProvider } = await import('oidc-provider');
    // Kept outside of the provider, so that sign-ins on their way survive a change of keys.
    const { default: Memory } = (await import(memory)) as { default: AdapterConstructor };
    return new OidcProvider(wanted.url, {
      adapter: (model: string) => new Memory(model),
      clients: [
        {
          client_id: wanted.clientId,
          client_secret: wanted.clientSecret,
          redirect_uris: [`${productUrl}/api/callback`],
          post_logout_redirect_uris: [`${productUrl}/`],
          ...(backchannelLogoutUrl && { backchannel_logout_uri: backchannelLogoutUrl }),
          backchannel_logout_session_required: backchannelLogoutUrl !== undefined,
        },
      ],
      jwks: { keys: [newKey()] },
      cookies: { keys: ['for tests only'] },
      conformIdTokenClaims: !wanted.hasFatIdTokens,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'picture'],
        groups: ['groups', 'realm_access'],
      },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
      pkce: { required: () => true },
      ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 3600, IdToken: 300, Interaction: 3600, Session: 3600 },
      // Its own dispatcher keeps away from loopback addresses, where the product under test is.
      fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
      features: {
        devInteractions: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: askWhetherToSignOut,
          postLogoutSuccessSource: (context: { body: unknown }) => void (context.body = 'Signed out'),
        },
        backchannelLogout: { enabled: true },
      },
    });
  });
}

const memory: string = 'oidc-provider/lib/adapters/memory_adapter.js';

function askWhetherToSignOut(context: { body: unknown }, form: string): void {
  const button = '<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>';
  context.body = `<!doctype html><title>Sign out</title>${form}${button}`;
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

// It warns on the console that its pages are for development only, which is what they are used for here, and
// that this is not the Node it likes best.
async function quietly<T>(make: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return await make();
  } finally {
    Object.assign(console, { warn, info });
  }
}
