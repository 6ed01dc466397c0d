import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  keyScopeOf,
  keyScopes,
  routes,
  type AnswerOf,
  type createApiKey,
  type createNoticeTarget,
  type listAuditEntries,
  type listComparisons,
  type listSavedQueries,
} from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { useEverything } from '../src/use-everything.js';
import { shareScene } from '../src/scene.js';

interface Owned {
  agreementMap: string;
  apiKey: string;
  backtest: string;
  comparison: string;
  conversation: string;
  mergedAnswer: string;
  broadcast: string;
  message: string;
  media: string;
  noticeTarget: string;
  preset: string;
  rubric: string;
  savedQuery: string;
  session: string;
  summary: string;
}

const query = { title: 'Mine now', content: 'x', selectedAiServices: ['demo-brief'] };
const preset = { name: 'Mine now', settings: {}, aiServices: [] };
const rubricText = {
  name: 'Mine now',
  criteria: [{ name: 'Kind', asks: 'Is it?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1 }],
};
const noticeChoice = { noticeKinds: ['run_failed'], isEnabled: false };
const noticeTarget = { kind: 'webhook', address: 'https://93.184.216.34/mine', noticeKinds: ['run_failed'] };
const more = { selectedAIs: ['demo-brief'], newMessage: 'Mine now' };

// The calls about one thing of a user: the route, the thing, and a body that is valid but for its owner.
const calls: [route: string, what: keyof Owned, body?: (id: string) => unknown][] = [
  ['GET /api/broadcasts/{id}/events', 'broadcast'],
  ['POST /api/broadcasts/{id}/cancel', 'broadcast', () => ({})],
  ['POST /api/messages/{id}/retry', 'message', () => ({})],
  ['GET /api/messages/{id}/context', 'message'],
  ['GET /api/messages/{id}/request', 'message'],
  ['POST /api/broadcasts/{id}/replay', 'broadcast', () => ({ selectedAIs: ['demo-brief'] })],
  ['GET /api/broadcasts/{id}/summaries', 'broadcast'],
  ['POST /api/summaries/{id}/cancel', 'summary', () => ({})],
  ['POST /api/summaries/{id}/continue', 'summary', () => more],
  ['DELETE /api/summaries/{id}', 'summary'],
  ['GET /api/broadcasts/{id}/agreement-maps', 'broadcast'],
  ['GET /api/agreement-maps/{id}', 'agreementMap'],
  ['POST /api/agreement-maps/{id}/cancel', 'agreementMap', () => ({})],
  ['POST /api/agreement-maps/{id}/settlings', 'agreementMap', () => ({})],
  ['GET /api/agreement-maps/{id}/settlings', 'agreementMap'],
  ['POST /api/agreement-maps/{id}/settlings/cancel', 'agreementMap', () => ({})],
  ['POST /api/agreement-maps/{id}/settlings/estimate', 'agreementMap', () => ({})],
  ['DELETE /api/agreement-maps/{id}', 'agreementMap'],
  ['PUT /api/agreement-maps/{id}/claims/{claim}/mark', 'agreementMap', () => ({ mark: 'wrong' })],
  ['POST /api/agreement-maps/{id}/answers', 'agreementMap', () => ({})],
  ['GET /api/agreement-maps/{id}/answers', 'agreementMap'],
  ['GET /api/merged-answers/{id}', 'mergedAnswer'],
  ['GET /api/merged-answers/{id}/events', 'mergedAnswer'],
  ['POST /api/merged-answers/{id}/cancel', 'mergedAnswer', () => ({})],
  ['POST /api/merged-answers/{id}/continue', 'mergedAnswer', () => more],
  ['DELETE /api/merged-answers/{id}', 'mergedAnswer'],
  ['GET /api/merged-answers/{id}/export?format=md', 'mergedAnswer'],
  ['GET /api/backtests/{id}', 'backtest'],
  ['POST /api/backtests/{id}/pause', 'backtest', () => ({})],
  ['POST /api/backtests/{id}/resume', 'backtest', () => ({})],
  ['POST /api/backtests/{id}/cancel', 'backtest', () => ({})],
  ['GET /api/backtests/{id}/cases', 'backtest'],
  ['GET /api/backtests/{id}/cases/{number}', 'backtest'],
  ['GET /api/backtests/{id}/worst', 'backtest'],
  ['DELETE /api/backtests/{id}', 'backtest'],
  ['GET /api/media/{id}', 'media'],
  ['PUT /api/broadcasts/{id}/pin', 'broadcast', () => ({ messageId: null })],
  ['PUT /api/broadcasts/{id}/vote', 'broadcast', () => ({ outcome: 'tie' })],
  ['GET /api/broadcasts/{id}/vote', 'broadcast'],
  ['DELETE /api/broadcasts/{id}/vote', 'broadcast'],
  ['POST /api/broadcasts/{id}/reveal', 'broadcast', () => ({})],
  ['POST /api/continue-conversation', 'conversation', (conversationId) => ({ conversationId, ...more })],
  ['PUT /api/answer-presets/{id}', 'preset', () => preset],
  ['DELETE /api/answer-presets/{id}', 'preset'],
  ['PUT /api/rubrics/{id}', 'rubric', () => ({ text: rubricText })],
  ['DELETE /api/rubrics/{id}', 'rubric'],
  ['GET /api/comparisons/{id}', 'comparison'],
  ['PUT /api/comparisons/{id}', 'comparison', () => ({ title: 'Mine now', starred: true, tags: ['mine'] })],
  ['DELETE /api/comparisons/{id}', 'comparison'],
  ['GET /api/comparisons/{id}/export?format=html', 'comparison'],
  ['GET /api/conversations/{id}', 'conversation'],
  ['DELETE /api/conversations/{id}', 'conversation'],
  ['GET /api/conversations/{id}/export?format=md', 'conversation'],
  ['GET /api/saved-queries/{id}', 'savedQuery'],
  ['PUT /api/saved-queries/{id}', 'savedQuery', () => query],
  ['DELETE /api/saved-queries/{id}', 'savedQuery'],
  ['POST /api/saved-queries/{id}/execute', 'savedQuery', () => ({})],
  ['GET /api/saved-queries/{id}/timeline', 'savedQuery'],
  ['GET /api/saved-queries/{id}/webhook', 'savedQuery'],
  ['POST /api/saved-queries/{id}/webhook', 'savedQuery', () => ({})],
  ['DELETE /api/saved-queries/{id}/webhook', 'savedQuery'],
  ['DELETE /api/account/keys/{id}', 'apiKey'],
  ['PUT /api/notice-targets/{id}', 'noticeTarget', () => noticeChoice],
  ['POST /api/notice-targets/{id}/test', 'noticeTarget', () => ({})],
  ['POST /api/notice-targets/{id}/link', 'noticeTarget', () => ({})],
  ['DELETE /api/notice-targets/{id}', 'noticeTarget'],
  ['GET /api/ai-chat/sessions/{id}', 'session'],
  ['DELETE /api/ai-chat/sessions/{id}', 'session'],
  ['POST /api/ai-chat/sessions/{id}/cancel', 'session', () => ({})],
  ['POST /api/ai-chat/sessions/{id}/summarize', 'session', () => ({})],
  ['GET /api/ai-chat/sessions/{id}/export?format=md', 'session'],
  ['GET /api/quality-assessments/conversation/{id}', 'conversation'],
  ['GET /api/quality-assessments/conversation/{id}/all', 'conversation'],
  ['GET /api/quality-assessments/broadcast/{id}', 'broadcast'],
  ['POST /api/quality-assessments/run', 'broadcast', (broadcastId) => ({ broadcastId })],
];
const addressOf = (path: string, id: string) => path.replace('{id}', id).replace(/\{(claim|number)\}/, '1');
// The client chooses the id of its own session: the call makes one, and finds no other user's.
const clientNamed = ['PUT /api/ai-chat/sessions/{id}'];
// Whoever signs with the query's secret, which its owner alone was shown (saved-queries.spec.ts).
const signed = ['POST /api/webhooks/saved-queries/{id}'];

describe('what belongs to a user', () => {
  const scene = shareScene();
  let admin: Account;
  let owner: Account;
  let other: Account;
  let owned: Owned;

  const as = scene.apiOf;
  const json = async <T>(account: Account, path: string) => (await (await as(account).fetch('GET', path)).json()) as T;

  beforeAll(async () => {
    admin = await scene.signUp('Ada');
    owner = await scene.signUp('Olga');
    other = await scene.signUp('Otto');
    for (const each of [owner, other]) await scene.approve(each);
    const { sessionId, media, summaryId, mapId, answerId, backtestId } = await useEverything(
      scene.url,
      owner,
      'wombat',
    );
    const kept = { summary: summaryId, agreementMap: mapId, mergedAnswer: answerId, backtest: backtestId };
    owned = { ...(await thingsOf(sessionId, media[0]!)), ...kept };
  }, 240_000);

  async function aKey(account: Account) {
    const body = { name: 'Mine', scopes: keyScopes };
    const made = await as(account).fetch('POST', '/api/account/keys', body);
    return (await made.json()) as AnswerOf<typeof createApiKey>;
  }

  // Not just any reply will do: an imported one names media that are not stored.
  async function thingsOf(
    session: string,
    media: string,
  ): Promise<Omit<Owned, 'summary' | 'agreementMap' | 'mergedAnswer' | 'backtest'>> {
    const conversations = await as(owner).conversations();
    const messages = conversations.flatMap((each) => each.messages.map((message) => ({ ...message, in: each.id })));
    const reply = messages.find(({ role, broadcastId }) => role === 'assistant' && broadcastId);
    const [compared] = await json<AnswerOf<typeof listComparisons>>(owner, '/api/comparisons');
    const [saved] = await json<AnswerOf<typeof listSavedQueries>>(owner, '/api/saved-queries');
    const kept = (await (await as(owner).fetch('POST', '/api/answer-presets', preset)).json()) as { id: string };
    const ruled = await as(owner).fetch('POST', '/api/rubrics', { text: rubricText });
    const { id: rubric } = (await ruled.json()) as { id: string };
    const added = await as(owner).fetch('POST', '/api/notice-targets', noticeTarget);
    const { target } = (await added.json()) as AnswerOf<typeof createNoticeTarget>;
    const { apiKey } = await aKey(owner);
    return {
      apiKey: apiKey.id,
      comparison: compared!.id,
      conversation: reply!.in,
      broadcast: reply!.broadcastId!,
      message: reply!.id,
      media,
      noticeTarget: target.id,
      preset: kept.id,
      rubric,
      savedQuery: String(saved!.id),
      session,
    };
  }

  /** Everything of the owner's that a call could have changed. */
  const everything = async () => ({
    conversations: await as(owner).conversations(),
    savedQuery: await json(owner, `/api/saved-queries/${owned.savedQuery}`),
    apiKeys: await json(owner, '/api/account/keys'),
    noticeTargets: await json(owner, '/api/notice-targets'),
    comparisons: (await json<AnswerOf<typeof listComparisons>>(owner, '/api/comparisons')).map(
      ({ id, title, starred, tags }) => ({ id, title, starred, tags }),
    ),
    presets: await json(owner, '/api/answer-presets'),
    rubrics: await json(owner, '/api/rubrics'),
    summaries: await json(owner, `/api/broadcasts/${owned.broadcast}/summaries`),
    agreementMap: await json(owner, `/api/agreement-maps/${owned.agreementMap}`),
    mergedAnswer: await json(owner, `/api/merged-answers/${owned.mergedAnswer}`),
    backtests: await json(owner, '/api/backtests'),
    session: await json(owner, `/api/ai-chat/sessions/${owned.session}`),
  });

  async function answerTo(account: Account, [route, , body]: (typeof calls)[number], id: string) {
    const [method = '', path = ''] = route.split(' ');
    const answer = await as(account).fetch(method, addressOf(path, id), body?.(id));
    const text = (await answer.text()).replaceAll(id, '{id}').replace(/"requestId":"[^"]*"/, '');
    return { status: answer.status, type: answer.headers.get('content-type'), text };
  }

  const missing = (what: keyof Owned) =>
    ({ savedQuery: '987654321', preset: 'aaaaaa' })[what as string] ?? randomUUID().replace(/-4/, '-7');

  test('is covered by a call of every route that names it', () => {
    const named = routes
      .filter(({ path }) => path.includes('{id}') && !path.startsWith('/api/admin/'))
      .map(({ method, path }) => `${method} ${path}`);
    const covered = [...calls.map(([route]) => route.split('?')[0]), ...clientNamed, ...signed];
    expect(named.filter((route) => !covered.includes(route))).toEqual([]);
  });

  test('is there for its owner, and for others as if it were not', async () => {
    const before = await everything();
    const wrong: unknown[] = [];
    for (const call of calls) {
      const [route, what] = call;
      for (const stranger of [other, admin]) {
        const foreign = await answerTo(stranger, call, owned[what]);
        const none = await answerTo(stranger, call, missing(what));
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
    const { key } = await aKey(other);
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
