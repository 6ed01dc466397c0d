import { expect, it } from '@jest/globals';
import { startOidcGateway, productUrl } from './oidc-gateway.fixture.js';
import { clientId, startScriptedIssuer } from './scripted-issuer.fixture.js';

it('the cookie of a sign-in under way is named for TLS alone where that of the session is', async () => {
  const issuer = await startScriptedIssuer();
  const gateway = await startOidcGateway(await productUrl(), {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: clientId,
    SESSION_COOKIE: '__Host-polylogue',
    TRUST_PROXY: 'loopback',
  });
  try {
    const headers = { 'x-forwarded-proto': 'https' };
    const [cookie = ''] = (await gateway.ask('/api/login', { headers })).headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-polylogue\.\d+\.sign-in-\d=.*; Secure/);
    const begun = await gateway.begin();
    const idToken = await issuer.sign(issuer.claims(begun.nonce));
    issuer.token = () => ({ body: { access_token: 'opaque', token_type: 'Bearer', id_token: idToken } });
    const parameters = { code: 'a-code', state: begun.state, iss: issuer.url };
    const back = await gateway.callback(parameters, begun.cookie, { headers });
    expect(back.headers.getSetCookie().join()).toMatch(/__Host-polylogue=s.*; Path=\/;.*; Secure/);
  } finally {
    await gateway.close();
    await issuer.close();
  }
});
