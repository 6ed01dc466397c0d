import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  adminUser,
  analytics,
  conversationPreview,
  createPasswordReset,
  routes,
  type Route,
} from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { ownTimeOf, until } from '@polylogue/test-kit';
import { z } from 'zod';
import { startGateway, password, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let admin: { cookie: string; userId: string };
beforeAll(async () => {
  gateway = await startGateway();
  admin = await gateway.aUser('admin');
});
afterAll(() => gateway.close());

const asAdmin = (method: string, path: string, body?: unknown) =>
  gateway.ask(path, { method, cookie: admin.cookie, ...(body === undefined ? {} : { body }) });

describe('the panel', () => {
  it('lists, counts and figures as the contract says', async () => {
    const list = z
      .array(adminUser)
      .parse(await (await asAdmin('GET', '/api/admin/users?sort=lastLoginAt&limit=1')).json());
    expect(list).toMatchObject([{ messageCount: 3, totalSessions: 2, activities: [] }]);
    expect(await (await asAdmin('GET', '/api/admin/user-counts')).json()).toMatchObject({ total: 1 });
    expect(analytics.parse(await (await asAdmin('GET', '/api/admin/analytics')).json())).toMatchObject({
      totalMessages: 5,
      averageSessionDuration: null,
    });
    for (const query of ['limit=0', 'limit=501', 'offset=-1', 'sort=password', 'order=up', `q=${'x'.repeat(201)}`]) {
      expect((await asAdmin('GET', `/api/admin/users?${query}`)).status).toBe(400);
    }
  });

  it('names in the log who did what to whom, as far as they are still there', async () => {
    const entry = { at: new Date(), action: 'user_approved', details: '{}', hash: 'ab' };
    gateway.upstreams.panel.audited.push(
      { ...entry, position: 2, actorId: admin.userId, subjectId: randomUUID() },
      { ...entry, position: 1, actorId: undefined, subjectId: admin.userId },
    );
    const name = 'Ada Lovelace';
    expect(await (await asAdmin('GET', '/api/admin/audit?limit=20')).json()).toMatchObject([
      { position: 2, actorId: admin.userId, actorName: name, subjectName: null },
      { position: 1, actorId: null, actorName: null, subjectName: name },
    ]);
  });

  it('says that nothing has changed to who has the answer, and what has changed at once', async () => {
    const { userId } = await gateway.aUser('unapproved');
    for (const path of ['/api/admin/users?limit=500', '/api/admin/user-counts', '/api/admin/analytics']) {
      const first = await asAdmin('GET', path);
      const tag = first.headers.get('etag') as string;
      const ask = (cookie: string) => gateway.ask(path, { cookie, headers: { 'if-none-match': tag } });
      const again = await ask(admin.cookie);
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
      expect((await ask((await gateway.aUser()).cookie)).status).toBe(403);
    }
    const listed = async () => {
      const users = z.array(adminUser).parse(await (await asAdmin('GET', '/api/admin/users?limit=500')).json());
      return users.find(({ id }) => id === userId)?.isApproved;
    };
    expect(await listed()).toBe(false);
    expect((await asAdmin('POST', `/api/admin/users/${userId}/approve`)).status).toBe(200);
    expect(await listed()).toBe(true);
  });

  it('shows conversations only after that was written down, and none of a user who is not there', async () => {
    const { userId } = await gateway.aUser();
    const answer = await asAdmin('GET', `/api/admin/users/${userId}/conversations`);
    const [preview] = z.array(conversationPreview).parse(await answer.json());
    expect(preview).toMatchObject({ aiService: { displayName: 'GPT' }, lastMessage: 'Hello' });
    expect(gateway.upstreams.panel.views).toEqual([userId]);
    expect((await asAdmin('GET', `/api/admin/users/${randomUUID()}/conversations`)).status).toBe(404);
  });

  it('refuses to set what is not given, and has it written down', async () => {
    const { userId } = await gateway.aUser('unapproved');
    const path = `/api/admin/users/${userId}`;
    expect((await asAdmin('PUT', `${path}/role`, { role: 'admin', isApproved: true })).status).toBe(400);
    expect((await asAdmin('PUT', `${path}/role`, { role: 'king' })).status).toBe(400);
    expect((await asAdmin('PUT', `${path}/blocked`, { isBlocked: 'yes' })).status).toBe(400);
    const noted = await until(() => gateway.upstreams.panel.denials.find(({ subjectId }) => subjectId === userId));
    expect(noted).toMatchObject({
      userId: admin.userId,
      route: 'PUT /api/admin/users/{}/role',
      code: 'invalid_input',
      subjectId: userId,
    });
  });
});

describe('approving twice', () => {
  it('is refused with a sentence and written down', async () => {
    const { userId } = await gateway.aUser('unapproved');
    const approve = () => asAdmin('POST', `/api/admin/users/${userId}/approve`);
    expect((await approve()).status).toBe(200);
    const again = await approve();
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: 'already_approved',
      error: 'This user has been approved already.',
    });
    await until(() =>
      gateway.upstreams.panel.denials.some(
        ({ subjectId, code }) => subjectId === userId && code === 'already_approved',
      ),
    );
  });
});

describe('shutting out', () => {
  it('ends every session of who is blocked within a second, and streams within five', async () => {
    const eve = await gateway.aUser();
    const stream = await gateway.ask('/api/events', { cookie: eve.cookie });
    expect((await asAdmin('PUT', `/api/admin/users/${eve.userId}/blocked`, { isBlocked: true })).status).toBe(200);
    expect((await gateway.ask('/api/auth/user', { cookie: eve.cookie })).status).toBe(401);
    expect(await ownTimeOf(async () => expect(await stream.text()).toContain('signed_out'))).toBeLessThan(5_000);
  });

  it('ends every session of who is signed out, who may come back', async () => {
    const eve = await gateway.aUser();
    const path = `/api/admin/users/${eve.userId}/sign-out-everywhere`;
    expect((await asAdmin('POST', path, {})).status).toBe(204);
    expect((await gateway.ask('/api/auth/user', { cookie: eve.cookie })).status).toBe(401);
    const again = await gateway.ask('/api/login', { method: 'POST', body: { email: eve.email, password } });
    expect(again.status).toBe(200);
    const written = { action: 'user_signed_out', subjectId: eve.userId };
    expect(gateway.upstreams.panel.actions).toContainEqual(expect.objectContaining(written));
    expect((await asAdmin('POST', path.replace(eve.userId, randomUUID()), {})).status).toBe(404);
  });

  it('knows an erased user no more', async () => {
    const eve = await gateway.aUser();
    expect((await asAdmin('DELETE', `/api/admin/users/${eve.userId}`)).status).toBe(204);
    expect((await gateway.ask('/api/auth/user', { cookie: eve.cookie })).status).toBe(401);
    expect((await asAdmin('DELETE', `/api/admin/users/${eve.userId}`)).status).toBe(404);
  });
});

describe('a link for a new password', () => {
  const use = (token: string, newPassword: string) =>
    gateway.ask('/api/reset-password', { method: 'POST', body: { token, newPassword } });

  it('is answered once to an administrator, and ends all sessions and streams when it is used', async () => {
    const eve = await gateway.aUser();
    const made = await asAdmin('POST', `/api/admin/users/${eve.userId}/password-reset`, {});
    expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { token } = createPasswordReset.answer!.parse(await made.json());
    expect((await gateway.ask('/api/auth/user', { cookie: eve.cookie })).status).toBe(200);
    const weak = await use(token, 'short');
    expect([weak.status, await weak.json()]).toEqual([
      400,
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'newPassword' })] }),
    ]);
    const stream = await gateway.ask('/api/events', { cookie: eve.cookie });
    const used = await use(token, 'another long one');
    expect([used.status, used.headers.getSetCookie()]).toEqual([204, []]);
    expect((await gateway.ask('/api/auth/user', { cookie: eve.cookie })).status).toBe(401);
    expect(await ownTimeOf(async () => expect(await stream.text()).toContain('signed_out'))).toBeLessThan(5_000);
    const signIn = async (typed: string) =>
      (await gateway.ask('/api/login', { method: 'POST', body: { email: eve.email, password: typed } })).status;
    expect([await signIn(password), await signIn('another long one')]).toEqual([401, 200]);
  });

  it('that does not hold is said so, and recorded with the address and without the token', async () => {
    const refused = await use('of nobody at all', 'another long one');
    expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'reset_link_unknown' }]);
    const found = await until(() => gateway.upstreams.panel.signIns.find(({ method }) => method === 'reset_link'));
    expect(found).toMatchObject({ code: 'reset_link_unknown', address: expect.stringMatching(/127\.0\.0\.1$/) });
    expect(JSON.stringify(gateway.upstreams.panel.signIns)).not.toContain('of nobody at all');
  });

  it('is not available while the admin service is of a version without it', async () => {
    const eve = await gateway.aUser();
    const { accounts } = gateway.upstreams.panel.answers;
    const present = accounts.createPasswordReset;
    accounts.createPasswordReset = () => {
      throw new AppError('unsupported_type', 'unknown_call', 'UNIMPLEMENTED');
    };
    const answer = await asAdmin('POST', `/api/admin/users/${eve.userId}/password-reset`, {});
    accounts.createPasswordReset = present;
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'reset_not_available' }]);
  });
});

describe('one’s own account', () => {
  it('shows where one is signed in, and ends it everywhere', async () => {
    const eve = await gateway.aUser();
    const again = await gateway.ask('/api/login', { method: 'POST', body: { email: eve.email, password } });
    const other = again.headers.getSetCookie()[0]!.split(';')[0]!;
    const list = await (await gateway.ask('/api/account/sessions', { cookie: eve.cookie })).json();
    expect(list).toHaveLength(2);
    expect(list).toEqual(
      expect.arrayContaining([expect.objectContaining({ isCurrent: true, device: 'Another program' })]),
    );
    expect(JSON.stringify(list)).not.toContain(decodeURIComponent(eve.cookie.split('=')[1]!).slice(2, 20));
    const ended = await gateway.ask('/api/account/sign-out-everywhere', {
      method: 'POST',
      cookie: eve.cookie,
      body: {},
    });
    expect(ended.status).toBe(204);
    for (const cookie of [eve.cookie, other])
      expect((await gateway.ask('/api/auth/user', { cookie })).status).toBe(401);
  });

  it('ends one session by its id and no other, and none of another user', async () => {
    const eve = await gateway.aUser();
    const mallory = await gateway.aUser();
    const again = await gateway.ask('/api/login', { method: 'POST', body: { email: eve.email, password } });
    const phone = again.headers.getSetCookie()[0]!.split(';')[0]!;
    const list = async (cookie: string) =>
      (await (await gateway.ask('/api/account/sessions', { cookie })).json()) as { id: string; isCurrent: boolean }[];
    const { id } = (await list(phone)).find(({ isCurrent }) => isCurrent)!;
    const end = async (cookie: string) => {
      const answer = await gateway.ask(`/api/account/sessions/${id}`, { method: 'DELETE', cookie });
      return [answer.status, answer.status === 204 ? undefined : ((await answer.json()) as { code: string }).code];
    };
    expect(await end(mallory.cookie)).toEqual([404, 'session_not_found']);
    expect((await gateway.ask('/api/auth/user', { cookie: phone })).status).toBe(200);
    expect(await end(eve.cookie)).toEqual([204, undefined]);
    expect((await gateway.ask('/api/auth/user', { cookie: phone })).status).toBe(401);
    expect(await list(eve.cookie)).toMatchObject([{ isCurrent: true }]);
    expect(await end(eve.cookie)).toEqual([404, 'session_not_found']);
  });

  it('changes the password with the current one, and keeps only this session', async () => {
    const eve = await gateway.aUser();
    const again = await gateway.ask('/api/login', { method: 'POST', body: { email: eve.email, password } });
    const other = again.headers.getSetCookie()[0]!.split(';')[0]!;
    const change = (body: unknown) =>
      gateway.ask('/api/account/password', { method: 'POST', cookie: eve.cookie, body });
    expect((await change({ currentPassword: 'wrong', newPassword: 'another long one' })).status).toBe(400);
    expect((await change({ currentPassword: password, newPassword: 'short' })).status).toBe(400);
    expect((await change({ currentPassword: password, newPassword: 'another long one' })).status).toBe(204);
    expect((await gateway.ask('/api/auth/user', { cookie: eve.cookie })).status).toBe(200);
    expect((await gateway.ask('/api/auth/user', { cookie: other })).status).toBe(401);
  });

  it('is deleted by who types its e-mail', async () => {
    const eve = await gateway.aUser();
    const erase = (email: string) =>
      gateway.ask('/api/account/delete', { method: 'POST', cookie: eve.cookie, body: { email } });
    expect((await erase('other@example.org')).status).toBe(400);
    expect((await erase(eve.email)).status).toBe(204);
    expect((await gateway.ask('/api/auth/user', { cookie: eve.cookie })).status).toBe(401);
  });
});

describe('every call of the contract', () => {
  const filled = (route: Route) =>
    route.path.replaceAll('{id}', '0198a1b2-0000-7000-8000-000000000000').replaceAll('{name}', 'gpt');
  const ask = (route: Route, cookie?: string) =>
    gateway.ask(filled(route), { method: route.method, cookie, ...(route.method === 'GET' ? {} : { body: {} }) });
  const isOpen = (status: number) => status < 400;

  it('is closed to whom it is not for', async () => {
    const unapproved = await gateway.aUser('unapproved');
    const user = await gateway.aUser();
    const out = await gateway.aUser('admin');
    const left = await gateway.ask('/api/logout', { cookie: out.cookie });
    expect([left.status, left.headers.get('location')]).toEqual([302, '/']);
    const erased = await gateway.aUser('admin');
    gateway.upstreams.accounts.delete(erased.email);
    const blocked = await gateway.aUser('admin');
    gateway.upstreams.accounts.get(blocked.email)!.user.isBlocked = true;
    const strangers = {
      visitor: undefined,
      out: out.cookie,
      erased: erased.cookie,
      blocked: blocked.cookie,
      forged: 'polylogue.0=s%3Aforged.x',
    };
    const opened: string[] = [];
    for (const route of routes) {
      if (route.access === 'public') continue;
      for (const [who, cookie] of Object.entries(strangers)) {
        const { status } = await ask(route, cookie);
        if (status !== 401) opened.push(`${route.method} ${route.path} as ${who}: ${status}`);
      }
      // What programs call takes no session, whoever's it is.
      if (!route.path.startsWith('/api/')) continue;
      const refused = route.access === 'admin' ? [user, unapproved] : route.access === 'approved' ? [unapproved] : [];
      for (const { cookie } of refused) {
        const answer = await ask(route, cookie);
        if (isOpen(answer.status) || answer.status !== 403)
          opened.push(`${route.method} ${route.path}: ${answer.status}`);
      }
    }
    expect(opened).toEqual([]);
    await until(() =>
      gateway.upstreams.panel.denials.some(({ userId, code }) => userId === user.userId && code === 'admin_required'),
    );
  });
});
