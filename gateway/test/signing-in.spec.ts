import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentUser, errorAnswer } from '@polylogue/api-contract';
import { OldChangesCron } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import pg from 'pg';
import { cookieOf, startGateway, password, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ env: { ADMIN_EMAIL: 'boss@example.org' } });
});
afterAll(() => gateway.close());

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  gateway.ask(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const fields = (email: string) => ({ email, password, firstName: 'Ada', lastName: 'Lovelace' });

describe('the page at /api/login', () => {
  it('is public, holds no script, and keeps where to return', async () => {
    const answer = await gateway.ask('/api/login?returnTo=/history');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    const page = await answer.text();
    expect(page).toContain('value="/history"');
    expect(await (await gateway.ask('/api/login.css')).text()).toContain('prefers-color-scheme: dark');
  });

  it('sends a signed-in user on to where they wanted', async () => {
    const { cookie } = await gateway.aUser();
    const answer = await gateway.ask('/api/login?returnTo=/history', { cookie });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/history']);
    const away = await gateway.ask('/api/login?returnTo=//evil.example', { cookie });
    expect(away.headers.get('location')).toBe('/');
  });
});

describe('forms', () => {
  it('store the session once, so that one that is ended at that moment does not come back', async () => {
    await inDatabase(`
      CREATE TABLE gateway.session_writes (sid text);
      CREATE FUNCTION gateway.note_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        'BEGIN INSERT INTO gateway.session_writes VALUES (NEW.sid); RETURN NEW; END';
      CREATE TRIGGER note_write BEFORE INSERT ON gateway.sessions
        FOR EACH ROW EXECUTE FUNCTION gateway.note_write()`);
    await (await form('/api/signup', fields('once@example.org'))).text();
    const again = await form('/api/login', { email: 'once@example.org', password });
    await again.text();
    const writes = await inDatabase('SELECT sid, count(*)::integer AS n FROM gateway.session_writes GROUP BY sid');
    await inDatabase('DROP TRIGGER note_write ON gateway.sessions');
    expect(writes.map((row) => row['n'])).toEqual([1, 1]);
  });

  it('sign up, sign in and return to where one wanted to go', async () => {
    const up = await form('/api/signup', { ...fields('form@example.org'), returnTo: '/saved-queries' });
    expect([up.status, up.headers.get('location')]).toEqual([303, '/saved-queries']);
    const signedIn = await form('/api/login', { email: 'Form@example.org ', password, returnTo: '/\\evil.example' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/']);
    const cookie = signedIn.headers.getSetCookie()[0]!;
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
    const me = await gateway.ask('/api/auth/user', { cookie: cookieOf(signedIn) });
    expect(currentUser.parse(await me.json())).toMatchObject({
      email: 'form@example.org',
      role: 'user',
      isApproved: false,
    });
  });

  it('come back with what was typed and what is wrong', async () => {
    const answer = await form('/api/signup', { ...fields('nonsense'), password: 'short' });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('value="nonsense"');
    expect(page).toContain('Enter a valid e-mail address');
    expect(page).toContain('<p class="fault" id="sign-up-password-fault">Use at least 10 characters.</p>');
    expect(page).not.toContain('short');
  });

  it('say the same of an unknown e-mail and a wrong password', async () => {
    const strip = async (answer: Response) => (await answer.text()).replace(/value="[^"]*@[^"]*"/, '');
    const unknown = await form('/api/login', { email: 'nobody@example.org', password });
    const wrong = await form('/api/login', { email: 'form@example.org', password: 'something else' });
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(await strip(unknown)).toBe(await strip(wrong));
  });

  it('of another site are refused', async () => {
    const answer = await form(
      '/api/login',
      { email: 'form@example.org', password },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('the audit log', () => {
  it('records sign-ups, sign-ins and failed ones, with the address they came from', async () => {
    const { email, userId } = await gateway.aUser();
    await gateway.ask('/api/login', { method: 'POST', body: { email, password: 'not this one' } });
    await gateway.ask('/api/login', { method: 'POST', body: { email, password } });
    const { signIns } = gateway.upstreams.panel;
    const attempts = await until(() => {
      const own = signIns.filter((each) => each.userId === userId || each.email === email);
      return own.length === 3 ? own : undefined;
    });
    expect(attempts.every(({ address }) => /127\.0\.0\.1$|^::1$/.test(address))).toBe(true);
    expect(attempts.map(({ method, code }) => [method, code]).sort()).toEqual([
      ['password', undefined],
      ['password', 'wrong_credentials'],
      ['sign_up', undefined],
    ]);
  });
});

describe('JSON', () => {
  it('signs up and in, and refuses what only the server sets', async () => {
    const up = await gateway.ask('/api/signup', { method: 'POST', body: fields('json@example.org') });
    expect(up.status).toBe(201);
    expect(currentUser.parse(await up.json()).firstName).toBe('Ada');
    const taken = await gateway.ask('/api/signup', { method: 'POST', body: fields('json@example.org') });
    expect(taken.status).toBe(409);
    expect(errorAnswer.parse(await taken.json())).toMatchObject({ code: 'email_taken', issues: [{ path: 'email' }] });
    const greedy = await gateway.ask('/api/signup', {
      method: 'POST',
      body: { ...fields('greedy@example.org'), role: 'admin' },
    });
    expect(greedy.status).toBe(400);
    expect(gateway.upstreams.accounts.has('greedy@example.org')).toBe(false);
    const wrong = await gateway.ask('/api/login', {
      method: 'POST',
      body: { email: 'json@example.org', password: 'no' },
    });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({ code: 'wrong_credentials' });
  });
});

async function inDatabase(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: gateway.slice.database.adminUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

describe('the session', () => {
  it('gets a new id at sign-in, and the old one is worth nothing', async () => {
    const { cookie, email } = await gateway.aUser();
    const again = await gateway.ask('/api/login', { method: 'POST', body: { email, password }, cookie });
    const fresh = cookieOf(again)!;
    expect(fresh).not.toBe(cookie);
    expect((await gateway.ask('/api/auth/user', { cookie: fresh })).status).toBe(200);
    expect((await gateway.ask('/api/auth/user', { cookie })).status).toBe(401);
  });

  it('is noted when it ends, for other gateways, and the note is cleared away whether or not one reads it', async () => {
    const { cookie } = await gateway.aUser();
    await gateway.ask('/api/logout', { method: 'POST', cookie });
    const notes = (age: string) =>
      inDatabase('SELECT key FROM gateway.session_changes WHERE noted_at <= now() - $1::interval', [age]);
    const cron = gateway.slice.service.app.get(OldChangesCron, { strict: false });
    await cron.clear();
    expect((await notes('0 seconds')).length).toBeGreaterThan(0);
    await inDatabase(`UPDATE gateway.session_changes SET noted_at = noted_at - interval '20 seconds'`);
    await cron.clear();
    expect(await notes('20 seconds')).toEqual([]);
  });

  it('ends at /api/logout, which leads to the start page and which no other site may call', async () => {
    const { cookie } = await gateway.aUser();
    const foreign = await gateway.ask('/api/logout', {
      cookie,
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect(foreign.status).toBe(403);
    expect((await gateway.ask('/api/auth/user', { cookie })).status).toBe(200);
    const own = await gateway.ask('/api/logout', {
      cookie,
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    });
    expect([own.status, own.headers.get('location')]).toEqual([302, '/']);
    expect(own.headers.get('clear-site-data')).toBe('"cache"');
    expect((await gateway.ask('/api/auth/user', { cookie })).status).toBe(401);
  });

  it('ends when it was not used for the days that are set, and stays while it is used', async () => {
    const [idle, used] = [await gateway.aUser(), await gateway.aUser()];
    const lastSeen = (userId: string, days: number) =>
      inDatabase(
        `UPDATE gateway.sessions SET sess = jsonb_set(sess, '{lastSeenAt}',
           to_jsonb(to_char((now() - $2::integer * interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
         WHERE user_id = $1`,
        [userId, days],
      );
    await lastSeen(idle.userId, 15);
    await lastSeen(used.userId, 13);
    expect((await gateway.ask('/api/auth/user', { cookie: idle.cookie })).status).toBe(401);
    expect((await gateway.ask('/api/auth/user', { cookie: used.cookie })).status).toBe(200);
    expect(await inDatabase('SELECT 1 FROM gateway.sessions WHERE user_id = $1', [idle.userId])).toEqual([]);
  });

  it('ends after the days that are set, however much it is used', async () => {
    const { userId, cookie } = await gateway.aUser();
    const rows = () => inDatabase('SELECT expire FROM gateway.sessions WHERE user_id = $1', [userId]);
    const before = await rows();
    expect((await gateway.ask('/api/auth/user', { cookie })).status).toBe(200);
    expect(await rows()).toEqual(before);
    const { cookie: ended, userId: other } = await gateway.aUser();
    await inDatabase('UPDATE gateway.sessions SET expire = now() WHERE user_id = $1', [other]);
    expect((await gateway.ask('/api/auth/user', { cookie: ended })).status).toBe(401);
  });

  it('does not end by a form of a site that hides itself', async () => {
    const { cookie } = await gateway.aUser();
    expect(await gateway.rawStatus('GET', '/api/logout', { cookie, accept: 'text/html' })).toBe(403);
    expect(await gateway.rawStatus('GET', '/api/clear', { cookie, accept: 'text/html' })).toBe(403);
    expect((await gateway.ask('/api/auth/user', { cookie })).status).toBe(200);
  });

  it('is not believed when it is made up', async () => {
    const { cookie } = await gateway.aUser();
    const [name] = cookie.split('=');
    expect((await gateway.ask('/api/auth/user', { cookie: `${name}=s%3Amade-up.signature` })).status).toBe(401);
  });

  it('ends for who is blocked or erased', async () => {
    const { cookie, email } = await gateway.aUser();
    gateway.upstreams.accounts.get(email)!.user.isBlocked = true;
    const { cookie: other, email: erased } = await gateway.aUser();
    gateway.upstreams.accounts.delete(erased);
    for (const each of [cookie, other]) {
      const answer = await gateway.ask('/api/auth/user', { cookie: each });
      expect(answer.status).toBe(401);
    }
  });
});

describe('GET /api/config', () => {
  it('gives every caller the build, and admins the admin e-mail', async () => {
    const configFor = async (cookie?: string) => (await gateway.ask('/api/config', { cookie })).json();
    const usual = {
      productName: 'Polylogue',
      shortName: 'polylogue',
      build: { version: '1.7.0', buildNumber: '20250710-001', deploymentDate: '2025-07-10' },
      auth: 'local',
    };
    expect(await configFor()).toEqual(usual);
    expect(await configFor((await gateway.aUser()).cookie)).toEqual(usual);
    expect(await configFor((await gateway.aUser('admin')).cookie)).toEqual({
      ...usual,
      adminEmail: 'boss@example.org',
    });
  });
});
