import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { generateKeyPair } from 'jose';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { SessionEndings } from '../src/auth/session-endings.service.js';
import { startOidcGateway, productUrl, type OidcGateway } from './oidc-gateway.fixture.js';
import { clientId, startScriptedIssuer, type ScriptedIssuer } from './scripted-issuer.fixture.js';

let issuer: ScriptedIssuer;
let gateway: OidcGateway;

beforeAll(async () => {
  issuer = await startScriptedIssuer();
  gateway = await startOidcGateway(await productUrl(), { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: clientId });
});
afterAll(async () => {
  await gateway.close();
  await issuer.close();
});

async function signIn(sub: string, sid?: string): Promise<string> {
  const begun = await gateway.begin();
  const claims = { ...issuer.claims(begun.nonce), sub, sid, email: `${sub}@issuer.test` };
  issuer.token = async () => ({
    body: { access_token: 'opaque', token_type: 'Bearer', id_token: await issuer.sign(claims) },
  });
  return gateway.sessionOf(await gateway.callback({ code: 'c', state: begun.state, iss: issuer.url }, begun.cookie))!;
}

const now = () => Math.floor(Date.now() / 1000);
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const logoutOf = (change: Record<string, unknown>) => ({
  iss: issuer.url,
  aud: clientId,
  iat: now(),
  exp: now() + 120,
  jti: randomUUID(),
  events,
  ...change,
});

const notify = (token: string) =>
  gateway.ask('/api/backchannel-logout', {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const isIn = async (cookie: string) => (await gateway.ask('/api/auth/user', { cookie })).status === 200;

it('no link sets a password where no local account may sign in', async () => {
  const body = { token: 'of nobody', newPassword: 'another long one' };
  const answer = await gateway.ask('/api/reset-password', { method: 'POST', body });
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'local_sign_in_off' }]);
});

describe('a session that ends at the issuer', () => {
  it('ends here: the one it names, or all of a user', async () => {
    const [first, second, other] = [await signIn('ada', 's1'), await signIn('ada', 's2'), await signIn('eve', 's3')];
    expect((await notify(await issuer.sign(logoutOf({ sub: 'ada', sid: 's1' })))).status).toBe(200);
    expect(await Promise.all([first, second, other].map(isIn))).toEqual([false, true, true]);
    const third = await signIn('ada', 's4');
    expect((await notify(await issuer.sign(logoutOf({ sub: 'ada' })))).status).toBe(200);
    expect(await Promise.all([second, third, other].map(isIn))).toEqual([false, false, true]);
    expect((await notify(await issuer.sign(logoutOf({ sid: 's3' })))).status).toBe(200);
    expect(await isIn(other)).toBe(false);
  });

  it('closes what is being read', async () => {
    const cookie = await signIn('grace', 's5');
    const page = await gateway.ask('/api/events', { cookie });
    await notify(await issuer.sign(logoutOf({ sid: 's5' })));
    expect(await page.text()).toContain('signed_out');
  });

  it.each<[string, (cookie: string) => Promise<string> | string]>([
    ['of another issuer', () => issuer.sign(logoutOf({ sub: 'ada', iss: 'https://evil.example' }))],
    ['for another client', () => issuer.sign(logoutOf({ sub: 'ada', aud: 'somebody-else' }))],
    ['that has expired', () => issuer.sign(logoutOf({ sub: 'ada', exp: now() - 120 }))],
    ['of last week', () => issuer.sign(logoutOf({ sub: 'ada', iat: now() - 604_800 }))],
    ['about no user', () => issuer.sign(logoutOf({}))],
    ['without an id of its own', () => issuer.sign(logoutOf({ sub: 'ada', jti: undefined }))],
    ['that is an ID token', () => issuer.sign({ ...issuer.claims('n'), jti: randomUUID(), events })],
    ['that says it is an access token', () => issuer.sign(logoutOf({ sub: 'ada' }), { typ: 'at+jwt' })],
    ['of another event', () => issuer.sign(logoutOf({ sub: 'ada', events: { other: {} } }))],
    [
      'of another key',
      async () => issuer.sign(logoutOf({ sub: 'ada' }), {}, (await generateKeyPair('RS256')).privateKey),
    ],
    ['without a signature', () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['that is none', () => 'nonsense'],
  ])('is not believed by a token %s', async (_what, make) => {
    const cookie = await signIn('ada', 's6');
    const answer = await notify(await make(cookie));
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'logout_token_refused' }),
    ]);
    expect(await isIn(cookie)).toBe(true);
  });

  it.each(['logout+jwt', 'application/logout+jwt', 'JWT'])('ends here by a token of the type %s', async (typ) => {
    const cookie = await signIn('ada', 's8');
    expect((await notify(await issuer.sign(logoutOf({ sid: 's8' }), { typ }))).status).toBe(200);
    expect(await isIn(cookie)).toBe(false);
  });

  it('is handled once: the same token again does nothing', async () => {
    const token = await issuer.sign(logoutOf({ sub: 'ada' }));
    expect((await notify(token)).status).toBe(200);
    const cookie = await signIn('ada');
    expect((await notify(token)).status).toBe(400);
    expect(await isIn(cookie)).toBe(true);
  });

  it('ends here by the same token again when it could not be ended at first', async () => {
    const cookie = await signIn('ada', 's9');
    const endings = gateway.slice.service.app.get(SessionEndings, { strict: false });
    const away = new AppError('unavailable', 'away', 'Away.');
    const ending = jest.spyOn(endings, 'endIssued').mockRejectedValueOnce(away);
    const token = await issuer.sign(logoutOf({ sid: 's9' }));
    expect([(await notify(token)).status, await isIn(cookie)]).toEqual([503, true]);
    expect([(await notify(token)).status, await isIn(cookie)]).toEqual([200, false]);
    expect((await notify(token)).status).toBe(400);
    ending.mockRestore();
  });

  it('is counted as ended', async () => {
    const cookie = await signIn('lin', 's7');
    await notify(await issuer.sign(logoutOf({ sid: 's7' })));
    expect(await isIn(cookie)).toBe(false);
    const { database } = gateway.slice.service;
    await until(async () => {
      const rows = await database.asWorker((tx) =>
        tx.query<{ n: number }[]>(
          `SELECT count(*)::int AS n FROM gateway.outbox WHERE subject = 'gateway.session_seen.v1' AND payload->>'isEnded' = 'true'`,
        ),
      );
      return (rows[0]?.n ?? 0) > 0;
    });
  });
});

it('is not there without an issuer', async () => {
  const local = await startOidcGateway(await productUrl(), {});
  const answer = await local.ask('/api/backchannel-logout', { method: 'POST', body: {} });
  expect(answer.status).toBe(404);
  expect((await local.ask('/api/callback?code=a&state=b')).status).toBe(404);
  await local.close();
});
