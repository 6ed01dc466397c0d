import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentUser } from '@polylogue/api-contract';
import { Role, User } from '@polylogue/proto';
import { startTestIssuer, type TestIssuer } from '@polylogue/test-kit';
import { IssuerVisitor } from './issuer-visitor.fixture.js';
import { startOidcGateway, productUrl, type OidcGateway } from './oidc-gateway.fixture.js';

let issuer: TestIssuer;
let gateway: OidcGateway;
const ada = { email: 'ada@issuer.test', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };

beforeAll(async () => {
  const url = await productUrl();
  issuer = await startTestIssuer({ productUrl: url, backchannelLogoutUrl: `${url}/api/backchannel-logout` });
  gateway = await startOidcGateway(url, {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.clientSecret,
    OIDC_SCOPE: 'openid profile email groups',
    OIDC_ROLE_CLAIM: 'realm_access.roles',
    OIDC_ADMIN_VALUES: 'polylogue-admins, root',
    OIDC_APPROVED_VALUES: 'staff',
    OIDC_BREAK_GLASS: 'true',
  });
});
afterAll(async () => {
  await gateway.close();
  await issuer.close();
});

/** Signs in through the issuer's pages; answers where it led and the browser that went there. */
async function signIn(login: string, path = '/api/login?returnTo=/history') {
  const visitor = new IssuerVisitor(gateway.url);
  const arrived = await visitor.signIn(path, login);
  if (arrived.url.includes('/api/callback')) throw new Error(`${arrived.status}: ${await arrived.text()}`);
  return { visitor, arrived };
}

const me = async (visitor: IssuerVisitor) =>
  currentUser.parse(await (await visitor.ask(`${gateway.url}/api/auth/user`)).json());

describe('signing in with an issuer', () => {
  it('starts with a code, PKCE, state and nonce, and for nothing that needs a script', async () => {
    const { location } = await gateway.begin();
    expect(location.origin).toBe(issuer.url);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: issuer.clientId,
      response_type: 'code',
      redirect_uri: `${gateway.url}/api/callback`,
      scope: 'openid profile email groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect((await (await gateway.ask('/api/config')).json()) as unknown).toMatchObject({ auth: 'oidc' });
  });

  it('leads back to where one wanted to go, as the user the issuer knows', async () => {
    issuer.accounts.set('ada', { ...ada, realm_access: { roles: ['staff'] } });
    const { visitor, arrived } = await signIn('ada');
    expect(arrived.url).toBe(`${gateway.url}/history`);
    expect(await me(visitor)).toMatchObject({ email: 'ada@issuer.test', firstName: 'Ada', role: 'user' });
    expect(gateway.upstreams.panel.issued.at(-1)).toMatchObject({
      issuer: issuer.url,
      subject: 'ada',
      email: 'ada@issuer.test',
      isApproved: true,
    });
    // A signed-in user goes on without asking the issuer again.
    const again = await visitor.ask(`${gateway.url}/api/login?returnTo=/quality-assessment`);
    expect(again.headers.get('location')).toBe('/quality-assessment');
  });

  it('follows the groups at each sign-in: given, taken, revoked', async () => {
    const rolesNow = async (roles: string[]) => {
      issuer.accounts.set('grace', { ...ada, email: 'grace@issuer.test', realm_access: { roles } });
      return me((await signIn('grace')).visitor);
    };
    expect(await rolesNow(['root', 'other'])).toMatchObject({ role: 'admin', isApproved: true });
    expect(await rolesNow(['staff'])).toMatchObject({ role: 'user', isApproved: true });
    expect(await rolesNow([])).toMatchObject({ role: 'user', isApproved: false });
    const standings = gateway.upstreams.panel.issued.filter(({ subject }) => subject === 'grace');
    expect(standings.map(({ role, isApproved }) => [role, isApproved])).toEqual([
      [Role.ADMIN, true],
      [Role.USER, true],
      [Role.USER, false],
    ]);
  });

  it('goes on when the issuer changes its keys, also in the middle of a sign-in', async () => {
    const visitor = new IssuerVisitor(gateway.url);
    await visitor.signIn('/api/login', 'ada');
    await issuer.rotateKeys();
    expect((await signIn('ada')).arrived.url).toBe(`${gateway.url}/history`);
    const halfway = new IssuerVisitor(gateway.url);
    const callback = await halfway.untilCallback('/api/login?returnTo=/history', 'ada');
    await issuer.rotateKeys();
    const answer = await halfway.ask(callback);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/history']);
  });

  it('is refused by the user, with a page that says what to do', async () => {
    const visitor = new IssuerVisitor(gateway.url);
    const answer = await visitor.cancel('/api/login');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    const page = await answer.text();
    expect(page).toContain('did not let you in, or you cancelled');
    expect(page).toContain('href="/api/login?returnTo=%2F"');
    expect(gateway.sessionOf(answer)).toBeUndefined();
  });
});

describe('signing out', () => {
  it('ends the session here and at the issuer, and leads to the start page', async () => {
    const { visitor } = await signIn('ada');
    const out = await visitor.ask(`${gateway.url}/api/logout`);
    const there = new URL(out.headers.get('location')!);
    expect(there.href).toMatch(new RegExp(`^${issuer.url}/session/end\\?`));
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${gateway.url}/`);
    expect(there.searchParams.get('id_token_hint')).toBeTruthy();
    expect((await visitor.ask(`${gateway.url}/api/auth/user`)).status).toBe(401);
    const home = await visitor.confirmSignOut(there.href);
    expect(home.url).toBe(`${gateway.url}/`);
    // The issuer asks who it is again.
    const page = await visitor.follow(`${gateway.url}/api/login`);
    expect(await page.text()).toContain('name="login"');
  });

  it('at the issuer ends the sessions here, and no other user’s', async () => {
    const [here, elsewhere] = [await signIn('ada'), await signIn('grace')];
    await here.visitor.confirmSignOut(`${issuer.url}/session/end`);
    expect((await here.visitor.ask(`${gateway.url}/api/auth/user`)).status).toBe(401);
    expect((await elsewhere.visitor.ask(`${gateway.url}/api/auth/user`)).status).toBe(200);
  });

  it('leads to the start page while the issuer is away', async () => {
    const { visitor } = await signIn('ada');
    await issuer.shut();
    try {
      const out = await visitor.ask(`${gateway.url}/api/logout`);
      expect(out.status).toBe(302);
      expect((await visitor.ask(`${gateway.url}/api/auth/user`)).status).toBe(401);
    } finally {
      await issuer.open();
    }
  });
});

describe('local accounts beside an issuer', () => {
  const password = 'correct horse battery';
  const html = { accept: 'text/html' };

  it('are not made any more, and get in through the break-glass only', async () => {
    const body = { email: 'new@example.org', password, firstName: 'N', lastName: 'N' };
    const up = await gateway.ask('/api/signup', { method: 'POST', body });
    expect([up.status, await up.json()]).toEqual([403, expect.objectContaining({ code: 'local_sign_in_off' })]);
    const page = await (await gateway.ask('/api/login?local&returnTo=/history', { headers: html })).text();
    expect(page).toContain('Sign in with a local account');
    expect(page).not.toContain('/api/signup');
    const user = User.fromPartial({ id: randomUUID(), email: 'old@example.org', role: Role.USER });
    gateway.upstreams.accounts.set(user.email, { user, password });
    const signedIn = await gateway.ask('/api/login', { method: 'POST', body: { email: 'old@example.org', password } });
    expect(await signedIn.json()).toMatchObject({ id: user.id });
    const link = { token: 'of nobody', newPassword: 'another long one' };
    const reset = await gateway.ask('/api/reset-password', { method: 'POST', body: link });
    expect([reset.status, await reset.json()]).toMatchObject([404, { code: 'reset_link_unknown' }]);
    const out = await gateway.ask('/api/logout', { cookie: gateway.sessionOf(signedIn) });
    expect(out.headers.get('location')).toBe('/');
  });
});
