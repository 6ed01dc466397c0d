import { beforeAll, describe, expect, test } from '@jest/globals';
import { keyScopeOf, routes, type AnswerOf, type listAuditEntries } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import {
  addressOf,
  callsByOwner as calls,
  clientNamed,
  contentsOf,
  linked,
  makeKey,
  makeThings,
  missingId,
  query,
  signed,
  type OwnedThings,
} from '../src/owned-things.js';
import { shareScene } from '../src/scene.js';

describe('what belongs to a user', () => {
  const scene = shareScene();
  let admin: Account;
  let owner: Account;
  let other: Account;
  let owned: OwnedThings;

  const as = scene.apiOf;
  const json = async <T>(account: Account, path: string) => (await (await as(account).fetch('GET', path)).json()) as T;

  beforeAll(async () => {
    admin = await scene.signUp('Ada');
    owner = await scene.signUp('Olga');
    other = await scene.signUp('Otto');
    for (const each of [owner, other]) await scene.approve(each);
    owned = await makeThings(scene.url, owner, 'wombat');
  }, 240_000);

  const everything = () => contentsOf(scene.url, owner, owned);

  async function answerTo(account: Account, [route, , body]: (typeof calls)[number], id: string) {
    const [method = '', path = ''] = route.split(' ');
    const answer = await as(account).fetch(method, addressOf(path, id), body?.(id));
    const text = (await answer.text()).replaceAll(id, '{id}').replace(/"requestId":"[^"]*"/, '');
    return { status: answer.status, type: answer.headers.get('content-type'), text };
  }

  test('is covered by a call of every route that names it', () => {
    const named = routes
      .filter(({ path }) => path.includes('{id}') && !path.startsWith('/api/admin/'))
      .map(({ method, path }) => `${method} ${path}`);
    const covered = [...calls.map(([route]) => route.split('?')[0]), ...clientNamed, ...linked, ...signed];
    expect(named.filter((route) => !covered.includes(route))).toEqual([]);
  });

  test('is there for its owner, and for others as if it were not', async () => {
    const before = await everything();
    const wrong: unknown[] = [];
    for (const call of calls) {
      const [route, what] = call;
      for (const stranger of [other, admin]) {
        const foreign = await answerTo(stranger, call, owned[what]);
        const none = await answerTo(stranger, call, missingId(what));
        const isAlike = JSON.stringify(foreign) === JSON.stringify(none);
        if (!isAlike || foreign.text.includes('wombat')) wrong.push([route, foreign, none]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
    const reads = calls.filter(([route]) => route.startsWith('GET '));
    const own = await Promise.all(reads.map((call) => answerTo(owner, call, owned[call[1]])));
    expect(own.map(({ status }) => status)).toEqual(reads.map(() => 200));
  });

  test('answers others with a refusal, or with nothing', async () => {
    const opened: unknown[] = [];
    for (const call of calls) {
      const { status, text } = await answerTo(other, call, owned[call[1]]);
      const isNothing = status === 204 || (status === 200 && (text === '[]' || text.includes('"state":"none"')));
      if (status < 400 && !isNothing) opened.push([call[0], status, text]);
    }
    expect(opened).toEqual([]);
  });

  test('is as good as missing to a key of another user', async () => {
    const before = await everything();
    const { key } = await makeKey(scene.url, other);
    const wrong: unknown[] = [];
    for (const [route, what, body] of calls) {
      const [method = '', path = ''] = route.split(' ');
      const declared = routes.find((each) => each.method === method && each.path === path.split('?')[0]);
      const answer = await fetch(scene.url + addressOf(path, owned[what]), {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: method === 'GET' ? undefined : JSON.stringify(body?.(owned[what]) ?? {}),
      });
      const text = await answer.text();
      const isNothing = answer.status === 204 || text === '[]' || text.includes('"state":"none"');
      const isClosed = declared && !keyScopeOf(declared);
      if (isClosed ? answer.status !== 403 : answer.status < 400 && !isNothing)
        wrong.push([route, answer.status, text]);
      if (text.includes('wombat')) wrong.push([route, text]);
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('under a name both chose stays apart', async () => {
    const turn = { message: 'Hello', aiService: 'demo-brief', sessionId: owned.session, conversationHistory: [] };
    const before = await everything();
    expect((await as(other).fetch('POST', '/api/ai-chat/send', turn)).status).toBe(200);
    expect(await everything()).toEqual(before);
    expect(JSON.stringify(await json(other, `/api/ai-chat/sessions/${owned.session}`))).not.toContain('wombat');
  });

  test('is closed to visitors, to ended sessions and to the erased', async () => {
    const [gone, erased] = [await scene.signUp('Gustav'), await scene.signUp('Emil')];
    const left = await fetch(`${scene.url}/api/logout`, { headers: { cookie: gone.cookie }, redirect: 'manual' });
    expect(left.status).toBe(302);
    const me = await json<{ id: string }>(erased, '/api/auth/user');
    expect((await as(admin).fetch('DELETE', `/api/admin/users/${me.id}`)).status).toBe(204);
    const closed = { gone, erased, visitor: { ...gone, cookie: '' } };
    const opened: unknown[] = [];
    for (const { method, path, access } of routes.filter((each) => each.access !== 'public')) {
      for (const [who, account] of Object.entries(closed)) {
        const address = path.replace('{id}', owned.conversation).replace('{name}', 'demo-brief');
        const { status } = await as(account).fetch(method, address, method === 'GET' ? undefined : {});
        if (status !== 401) opened.push([who, method, path, access, status]);
      }
    }
    expect(opened).toEqual([]);
  });

  test('and no user raises their own role', async () => {
    const me = await json<{ id: string }>(other, '/api/auth/user');
    const greedy = { role: 'admin', isApproved: true };
    const tries: [string, string, unknown][] = [
      [
        'POST',
        '/api/signup',
        { email: 'greedy@example.test', password: 'x'.repeat(12), firstName: 'G', lastName: 'G', ...greedy },
      ],
      ['PUT', `/api/admin/users/${me.id}/role`, { role: 'admin' }],
      ['POST', `/api/admin/users/${me.id}/approve`, {}],
      [
        'POST',
        '/api/account/password',
        { currentPassword: other.password, newPassword: 'another long one', ...greedy },
      ],
      ['POST', '/api/saved-queries', { ...query, userId: me.id }],
    ];
    const answers = await Promise.all(tries.map(([method, path, body]) => as(other).fetch(method, path, body)));
    expect(answers.map(({ status }) => status)).toEqual([400, 403, 403, 400, 400]);
    expect(await json(other, '/api/auth/user')).toMatchObject({ role: 'user' });
    const refusals = await until(async () => {
      const entries = await json<AnswerOf<typeof listAuditEntries>>(admin, '/api/admin/audit');
      const mine = entries.filter(({ actorId, action }) => actorId === me.id && action === 'refused');
      return mine.length >= tries.length ? mine.map(({ details }) => String(details['route'])) : undefined;
    });
    expect(refusals.sort()).toEqual([
      'POST /api/account/password',
      'POST /api/admin/users/{}/approve',
      'POST /api/saved-queries',
      'POST /api/signup',
      'PUT /api/admin/users/{}/role',
    ]);
  });
});
