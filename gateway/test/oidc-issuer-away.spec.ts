import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Role, User } from '@polylogue/proto';
import { password } from './gateway.js';
import { startOidcGateway, productUrl, type OidcGateway } from './oidc-gateway.fixture.js';
import { clientId, startScriptedIssuer, type ScriptedIssuer } from './scripted-issuer.fixture.js';

let issuer: ScriptedIssuer;
let gateway: OidcGateway;
const html = { accept: 'text/html' };

beforeAll(async () => {
  issuer = await startScriptedIssuer();
  gateway = await startOidcGateway(await productUrl(), {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_BREAK_GLASS: 'true',
  });
});
afterAll(async () => {
  await gateway.close();
  await issuer.close();
});

// In this order: the metadata of an issuer is requested until it is valid, and kept from then on.
describe('an issuer that cannot be used', () => {
  const elsewhere = 'http://evil.example/x';
  const faults: [string, () => void, string][] = [
    ['names another issuer', () => (issuer.metadata['issuer'] = 'https://evil.example'), 'issuer_unusable'],
    ['names itself with another path', () => (issuer.metadata['issuer'] = `${issuer.url}/other`), 'issuer_unusable'],
    [
      'names a template',
      () => (issuer.metadata['issuer'] = 'https://login.example/{tenantid}/v2.0'),
      'issuer_unusable',
    ],
    ['has no keys', () => delete issuer.metadata['jwks_uri'], 'issuer_unusable'],
    ['has no token endpoint', () => delete issuer.metadata['token_endpoint'], 'issuer_unusable'],
    ['asks for tokens without TLS', () => (issuer.metadata['token_endpoint'] = elsewhere), 'issuer_unusable'],
    ['signs in without TLS', () => (issuer.metadata['authorization_endpoint'] = elsewhere), 'issuer_unusable'],
    ['keeps keys without TLS', () => (issuer.metadata['jwks_uri'] = elsewhere), 'issuer_unusable'],
    ['signs out by script', () => (issuer.metadata['end_session_endpoint'] = 'javascript:alert(1)'), 'issuer_unusable'],
    ['says too much', () => (issuer.metadata['novel'] = 'x'.repeat(300_000)), 'issuer_away'],
  ];

  it.each(faults)('because it %s', async (_what, spoil, code) => {
    spoil();
    const answer = await gateway.ask('/api/login');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
    expect(await answer.json()).toMatchObject({ code, error: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    issuer.reset();
  });

  it('is said on a page, with a way in for local accounts', async () => {
    issuer.metadata = {};
    const answer = await gateway.ask('/api/login?returnTo=/history', { headers: html });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    const page = await answer.text();
    expect(page).toContain('href="/api/login?returnTo=%2Fhistory"');
    expect(page).toContain('href="/api/login?local&#38;returnTo=%2Fhistory"');
    expect(page).not.toContain(issuer.url);
    const boss = { id: randomUUID(), email: 'boss@example.org', role: Role.ADMIN, createdAt: new Date() };
    const user = User.fromPartial(boss);
    gateway.upstreams.accounts.set(user.email, { user, password });
    const signedIn = await gateway.ask('/api/login', { method: 'POST', body: { email: user.email, password } });
    expect((await gateway.ask('/api/admin/users', { cookie: gateway.sessionOf(signedIn) })).status).toBe(200);
    issuer.reset();
  });

  it('stops no new try once it answers', async () => {
    expect((await gateway.begin()).location.origin).toBe(issuer.url);
  });

  it('matters no more once it is known, until a user comes back from it', async () => {
    const begun = await gateway.begin();
    await issuer.shut();
    expect((await gateway.begin()).location.origin).toBe(issuer.url);
    const back = { code: 'c', state: begun.state, iss: issuer.url };
    const answer = await gateway.callback(back, begun.cookie);
    expect([answer.status, gateway.sessionOf(answer)]).toEqual([503, undefined]);
    expect(await answer.json()).toMatchObject({ code: 'issuer_away' });
    await issuer.open();
  });
});

describe('the configuration', () => {
  it.each([
    [
      'an issuer without TLS',
      { OIDC_ISSUER: 'http://issuer.example', OIDC_CLIENT_ID: 'x' },
      /OIDC_ISSUER is not valid/,
    ],
    ['no client id', { OIDC_ISSUER: 'https://issuer.example' }, /OIDC_CLIENT_ID is missing/],
    [
      'no address of ours',
      { OIDC_ISSUER: 'https://i.example', OIDC_CLIENT_ID: 'x', PUBLIC_URL: '' },
      /PUBLIC_URL is missing/,
    ],
  ])('is refused with %s', async (_what, env, sentence) => {
    await expect(startOidcGateway(await productUrl(), env)).rejects.toThrow(sentence);
  });
});
