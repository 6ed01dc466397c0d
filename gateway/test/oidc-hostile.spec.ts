import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { errorAnswer } from '@polylogue/api-contract';
import { seal } from '../src/oidc/sealed-transaction.js';
import { sessionSecret } from './gateway.js';
import { startOidcGateway, productUrl, type Begun, type OidcGateway } from './oidc-gateway.fixture.js';
import { clientId, clientSecret, startScriptedIssuer, type ScriptedIssuer } from './scripted-issuer.fixture.js';

let issuer: ScriptedIssuer;
let gateway: OidcGateway;

beforeAll(async () => {
  issuer = await startScriptedIssuer();
  gateway = await startOidcGateway(await productUrl(), {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  });
});
afterEach(() => issuer.reset());
afterAll(async () => {
  await gateway.close();
  await issuer.close();
});

type Claims = Record<string, unknown>;
const bearer = { access_token: 'opaque', token_type: 'Bearer', expires_in: 300 };
const base64url = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** The callback as the issuer would send it; `change` spoils it. */
function callbackOf({ state }: Begun, change: Record<string, string | undefined> = {}): Record<string, string> {
  const parameters = { code: 'a-code', state, iss: issuer.url, ...change };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

/** Signs in; the issuer answers with what `token` makes of the nonce. */
async function arrive(token: (nonce: string) => Promise<Awaited<ReturnType<ScriptedIssuer['token']>>>) {
  const begun = await gateway.begin();
  issuer.token = () => token(begun.nonce);
  return gateway.callback(callbackOf(begun), begun.cookie);
}

const withIdToken = (make: (nonce: string) => Promise<unknown>) => async (nonce: string) => ({
  body: { ...bearer, id_token: await make(nonce) },
});
const withClaims = (change: Claims) => withIdToken((nonce) => issuer.sign({ ...issuer.claims(nonce), ...change }));

async function expectRefused(answer: Response, status: number, code: string) {
  expect([answer.status, gateway.sessionOf(answer)]).toEqual([status, undefined]);
  const said = errorAnswer.parse(await answer.json());
  expect(said.code).toBe(code);
  expect(said.error).toMatch(/^[A-Z].*\.$/);
}

async function signedInNow(answer: Response): Promise<boolean> {
  const cookie = gateway.sessionOf(answer);
  return cookie !== undefined && (await gateway.ask('/api/auth/user', { cookie })).status === 200;
}

it('lets the honest answer in, from which each of the others differs in one thing', async () => {
  const answer = await arrive(withClaims({}));
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/history']);
  expect(await signedInNow(answer)).toBe(true);
  const [form] = issuer.exchanges.slice(-1);
  expect(form?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
  expect(form?.get('redirect_uri')).toBe(`${gateway.url}/api/callback`);
});

it.each([
  [10, true],
  [3_000, false],
])('signs out there with the ID token as a hint, unless it is too long: %i', async (length, hasHint) => {
  const cookie = gateway.sessionOf(await arrive(withClaims({ about: 'x'.repeat(length) })));
  const logout = new URL((await gateway.ask('/api/logout', { cookie })).headers.get('location')!);
  expect(logout.href).toContain(`${issuer.url}/end?`);
  expect(logout.searchParams.has('id_token_hint')).toBe(hasHint);
  expect(logout.searchParams.get('client_id')).toBe(clientId);
});

describe('an ID token is refused', () => {
  const refusedTokens: [string, Claims][] = [
    ['for another audience', { aud: 'somebody-else' }],
    ['for no audience', { aud: undefined }],
    ['for others beside us, without saying for whom', { aud: [clientId, 'somebody-else'] }],
    ['for others beside us, made for them', { aud: [clientId, 'somebody-else'], azp: 'somebody-else' }],
    ['for us, made for another client', { azp: 'somebody-else' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of no issuer', { iss: undefined }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: soon(-120) }],
    ['that never expires', { exp: undefined }],
    ['made tomorrow', { iat: soon(86_400), exp: soon(90_000) }],
    ['made never', { iat: undefined }],
    ['valid from tomorrow on', { nbf: soon(86_400) }],
    ['about no user', { sub: undefined }],
    ['about an empty subject', { sub: '' }],
    ['about a whole novel', { sub: 'x'.repeat(300) }],
    ['about a number', { sub: 7 }],
  ];

  it.each(refusedTokens)('%s', async (_what, change) => {
    const known = gateway.upstreams.panel.issued.length;
    await expectRefused(await arrive(withClaims(change)), 401, 'issuer_answer_refused');
    expect(gateway.upstreams.panel.issued).toHaveLength(known);
  });

  const forgeries: [string, (claims: Claims) => Promise<string> | string][] = [
    ['without a signature', (claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.`],
    [
      'signed with the public key as a secret',
      (claims) => {
        const input = `${base64url({ alg: 'HS256', kid: 'one' })}.${base64url(claims)}`;
        return `${input}.${createHmac('sha256', JSON.stringify(issuer.keys[0])).update(input).digest('base64url')}`;
      },
    ],
    [
      'signed with the secret of the client',
      (claims) => {
        const input = `${base64url({ alg: 'HS256' })}.${base64url(claims)}`;
        return `${input}.${createHmac('sha256', clientSecret).update(input).digest('base64url')}`;
      },
    ],
    ['signed with a key that is not published', (claims) => issuer.sign(claims, { kid: 'two' })],
    [
      'signed with another key under a published name',
      async (claims) => issuer.sign(claims, {}, (await generateKeyPair('RS256')).privateKey),
    ],
    [
      'that brings its own key along',
      async (claims) => {
        const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
        return issuer.sign(claims, { jwk: await exportJWK(publicKey) }, privateKey);
      },
    ],
    [
      'whose claims were changed afterwards',
      async (claims) => {
        const [header, , signature] = (await issuer.sign(claims)).split('.');
        return `${header}.${base64url({ ...claims, sub: 'somebody else' })}.${signature}`;
      },
    ],
    ['that is critical of what we do not know', (claims) => issuer.sign(claims, { crit: ['b64'], b64: true })],
    ['that is no token', () => 'not.a.token'],
    ['that is a list of claims', () => `${base64url({ alg: 'RS256', kid: 'one' })}.${base64url([])}.c2ln`],
  ];

  it.each(forgeries)('%s', async (_what, forge) => {
    const answer = await arrive(withIdToken(async (nonce) => forge(issuer.claims(nonce))));
    await expectRefused(answer, 401, 'issuer_answer_refused');
  });

  it('when none comes', async () => {
    await expectRefused(await arrive(() => Promise.resolve({ body: bearer })), 401, 'issuer_answer_refused');
  });
});

describe('an e-mail is refused', () => {
  it.each([
    ['that is not verified', { email_verified: false }, 'email_not_verified'],
    ['of which the issuer does not say whether it is', { email_verified: undefined }, 'email_not_verified'],
    ['that is as good as verified', { email_verified: 1 }, 'email_not_verified'],
    ['that is missing', { email: undefined }, 'issuer_answer_refused'],
    ['that is a list', { email: ['ada@issuer.test'] }, 'email_missing'],
  ])('%s', async (_what, change, code) => {
    const answer = await arrive(withClaims(change));
    await expectRefused(answer, code === 'issuer_answer_refused' ? 401 : 403, code);
  });

  it('of another user, from userinfo', async () => {
    issuer.userInfo = { body: { sub: 'somebody else', email: 'boss@issuer.test', email_verified: true } };
    await expectRefused(await arrive(withClaims({ email: undefined })), 401, 'issuer_answer_refused');
  });

  it('but taken from userinfo when it is about the same user', async () => {
    issuer.userInfo = { body: { sub: 'ada', email: 'ada@issuer.test', email_verified: true } };
    expect((await arrive(withClaims({ email: undefined, email_verified: undefined }))).status).toBe(302);
  });
});

describe('the token endpoint is not believed', () => {
  it.each([
    ['when it redirects', { status: 302, headers: { location: 'https://evil.example' }, body: '' }, 401],
    ['when it answers a page', { headers: { 'content-type': 'text/html' }, body: '<h1>Hi</h1>' }, 401],
    ['when it answers a list', { body: '[]' }, 401],
    ['when it answers a novel', { body: { ...bearer, id_token: 'x'.repeat(300_000) } }, 401],
    ['when it refuses the code', { status: 400, body: { error: 'invalid_grant', error_description: '<b>' } }, 401],
    ['when it fails', { status: 500, body: 'Oh no' }, 503],
    ['when it is overloaded', { status: 503, body: { error: 'temporarily_unavailable' } }, 503],
  ])('%s', async (_what, scripted, status) => {
    const code = status === 503 ? 'issuer_away' : 'issuer_answer_refused';
    await expectRefused(await arrive(() => Promise.resolve(scripted)), status, code);
  });
});

describe('a callback is refused', () => {
  const goodToken = (begun: Begun) => {
    issuer.token = async () => ({ body: { ...bearer, id_token: await issuer.sign(issuer.claims(begun.nonce)) } });
  };
  const begun = async () => {
    const fresh = await gateway.begin();
    goodToken(fresh);
    return fresh;
  };

  it('the second time, with the same code and state', async () => {
    const once = await begun();
    expect(await signedInNow(await gateway.callback(callbackOf(once), once.cookie))).toBe(true);
    const exchanges = issuer.exchanges.length;
    await expectRefused(await gateway.callback(callbackOf(once), once.cookie), 400, 'sign_in_not_begun');
    expect(issuer.exchanges).toHaveLength(exchanges);
  });

  it('the second time, when the first was refused', async () => {
    const once = await begun();
    issuer.token = () => ({ status: 400, body: { error: 'invalid_grant' } });
    await expectRefused(await gateway.callback(callbackOf(once), once.cookie), 401, 'issuer_answer_refused');
    goodToken(once);
    await expectRefused(await gateway.callback(callbackOf(once), once.cookie), 400, 'sign_in_not_begun');
  });

  it('in another browser than the one that began', async () => {
    const [mine, theirs] = [await begun(), await gateway.begin()];
    await expectRefused(await gateway.callback(callbackOf(mine)), 400, 'sign_in_not_begun');
    await expectRefused(await gateway.callback(callbackOf(mine), theirs.cookie), 400, 'sign_in_not_begun');
  });

  it.each([
    ['without a state', { state: undefined }],
    ['with a state of no sign-in', { state: 'made-up' }],
    ['with an empty state', { state: '' }],
  ])('%s', async (_what, change) => {
    const once = await begun();
    await expectRefused(await gateway.callback(callbackOf(once, change), once.cookie), 400, 'sign_in_not_begun');
  });

  it('with two states', async () => {
    const once = await begun();
    const twice = `${new URLSearchParams(callbackOf(once))}&state=${once.state}`;
    await expectRefused(await gateway.callback(twice, once.cookie), 400, 'sign_in_not_begun');
  });

  it('with two codes', async () => {
    const once = await begun();
    const twice = `${new URLSearchParams(callbackOf(once))}&code=another`;
    await expectRefused(await gateway.callback(twice, once.cookie), 401, 'issuer_answer_refused');
  });

  it('when the cookie is changed, made up, or sealed elsewhere', async () => {
    const once = await begun();
    const [name] = once.cookie.split('=');
    const foreign = {
      state: once.state,
      nonce: once.nonce,
      verifier: 'v'.repeat(43),
      returnTo: '/',
      startedAt: Date.now(),
    };
    // Of the last character only the first bits may count.
    const flipped = once.cookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    for (const cookie of [flipped, `${name}=AAAA`, `${name}=`, `${name}=${seal(foreign, 'another secret')}`]) {
      await expectRefused(await gateway.callback(callbackOf(once), cookie), 400, 'sign_in_not_begun');
    }
  });

  it('when the sign-in was begun too long ago', async () => {
    const once = await begun();
    const [name] = once.cookie.split('=');
    const at = (startedAt: number) => ({
      state: once.state,
      nonce: once.nonce,
      verifier: 'v'.repeat(43),
      returnTo: '/',
      startedAt,
    });
    const old = `${name}=${seal(at(Date.now() - 11 * 60_000), sessionSecret)}`;
    await expectRefused(await gateway.callback(callbackOf(once), old), 400, 'sign_in_not_begun');
    // The same, begun in time, is taken: it was the age alone.
    const fresh = `${name}=${seal(at(Date.now() - 9 * 60_000), sessionSecret)}`;
    expect((await gateway.callback(callbackOf(once), fresh)).status).toBe(302);
  });

  it.each([
    ['from another issuer', { iss: 'https://evil.example' }],
    ['from no issuer, though it always says its name', { iss: undefined }],
  ])('%s', async (_what, change) => {
    const once = await begun();
    const exchanges = issuer.exchanges.length;
    await expectRefused(await gateway.callback(callbackOf(once, change), once.cookie), 401, 'issuer_answer_refused');
    // A mixed-up code never reaches the wrong token endpoint.
    expect(issuer.exchanges).toHaveLength(exchanges);
  });

  it.each(['access_denied', 'login_required', 'server_error', '<script>alert(1)</script>'])(
    'when the issuer says %s, without repeating its words',
    async (error) => {
      const once = await begun();
      const parameters = callbackOf(once, { code: undefined, error, error_description: '<script>alert(2)</script>' });
      const answer = await gateway.callback(parameters, once.cookie, { headers: { accept: 'text/html' } });
      expect([answer.status, gateway.sessionOf(answer)]).toEqual([403, undefined]);
      const page = await answer.text();
      expect(page).toContain('role="alert"');
      expect(page).not.toMatch(/alert\(|<script/);
    },
  );

  it('as a form that another site posts', async () => {
    const once = await begun();
    const body = new URLSearchParams(callbackOf(once)).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const posted = await gateway.ask('/api/callback', { method: 'POST', body, headers, cookie: once.cookie });
    expect([posted.status, gateway.sessionOf(posted)]).toEqual([404, undefined]);
  });

  it('of a user who is blocked', async () => {
    const once = await begun();
    expect((await gateway.callback(callbackOf(once), once.cookie)).status).toBe(302);
    const { user } = gateway.upstreams.accounts.get(`${issuer.url} ada`)!;
    user.isBlocked = true;
    const again = await begun();
    await expectRefused(await gateway.callback(callbackOf(again), again.cookie), 403, 'account_blocked');
    user.isBlocked = false;
  });

  it('and its cookie is for the callback alone, for ten minutes, out of reach of scripts', async () => {
    const answer = await gateway.ask('/api/login');
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/; Max-Age=600;.*Path=\/api\/callback;.*HttpOnly; SameSite=Lax/);
    expect(cookie).not.toContain(new URL(answer.headers.get('location')!).searchParams.get('nonce'));
    const once = await begun();
    const back = await gateway.callback(callbackOf(once), once.cookie);
    expect(back.headers.getSetCookie().join()).toMatch(/sign-in-\d=; Path=\/api\/callback; Expires=Thu, 01 Jan 1970/);
  });

  it('a session that was planted before is worth nothing after it', async () => {
    const first = await begun();
    const planted = gateway.sessionOf(await gateway.callback(callbackOf(first), first.cookie))!;
    const second = await begun();
    const answer = await gateway.callback(callbackOf(second), `${second.cookie}; ${planted}`);
    expect(gateway.sessionOf(answer)).not.toBe(planted);
    expect(await signedInNow(answer)).toBe(true);
    expect((await gateway.ask('/api/auth/user', { cookie: planted })).status).toBe(401);
  });
});

describe('returnTo never leaves this origin', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%252fevil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    '/api/logout',
    ' /history',
  ])('%j leads to the start page', async (wanted) => {
    const begun = await gateway.begin(`/api/login?returnTo=${encodeURIComponent(wanted)}`);
    issuer.token = async () => ({ body: { ...bearer, id_token: await issuer.sign(issuer.claims(begun.nonce)) } });
    const answer = await gateway.callback(callbackOf(begun), begun.cookie);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  });
});
