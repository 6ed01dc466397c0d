import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Role } from '@polylogue/proto';
import { ownTimeOf, type RunningSlice, startSlice, until } from '@polylogue/test-kit';
import { gateway as definition } from '../src/service.js';
import { addressesOf, startGateway, sessionSecret, type RunningGateway } from './gateway.js';
import { replyEvents } from './upstreams.js';

const forRequestsMs = 1_000;
const forStreamsMs = 5_000;

let gateway: RunningGateway;
let replica: RunningSlice;
let admin: { cookie: string; userId: string };

// The worst that can be: what is done at one gateway must show at another, which receives no event at all.
beforeAll(async () => {
  gateway = await startGateway();
  const { upstreams, slice } = gateway;
  replica = await startSlice(definition, {
    database: slice.database,
    env: { PORT: '0', SESSION_SECRET: sessionSecret, ...addressesOf(upstreams) },
  });
  admin = await gateway.aUser('admin');
});
afterAll(async () => {
  await replica.close();
  await gateway.close();
});

type TestUser = Awaited<ReturnType<RunningGateway['aUser']>>;
type UserKind = Parameters<RunningGateway['aUser']>[0];

const asAdmin = (method: string, path: string, body: unknown = {}) =>
  gateway.ask(`/api/admin/users/${path}`, { method, cookie: admin.cookie, body });
const userOf = ({ email }: TestUser) => gateway.upstreams.accounts.get(email)!.user;
const atReplica = (path: string, { cookie }: TestUser, init: RequestInit = {}) =>
  fetch(replica.service.httpUrl + path, { ...init, headers: { cookie, 'content-type': 'application/json' } });
const send = { message: 'Hi', selectedAIs: ['gpt'], mode: 'selective' };

/** What each change does to a user, and the status at the other gateway before and after it. */
const changes: [string, UserKind, string, (user: TestUser) => Promise<unknown>, [number, number]][] = [
  [
    'approval',
    'unapproved',
    'POST /api/send-message',
    ({ userId }) => asAdmin('POST', `${userId}/approve`),
    [403, 400],
  ],
  [
    'the loss of it',
    'approved',
    'POST /api/send-message',
    async (user) => (userOf(user).isApproved = await Promise.resolve(false)),
    [400, 403],
  ],
  [
    'blocking',
    'approved',
    'GET /api/auth/user',
    ({ userId }) => asAdmin('PUT', `${userId}/blocked`, { isBlocked: true }),
    [200, 401],
  ],
  [
    'a new role',
    'approved',
    'GET /api/admin/users',
    ({ userId }) => asAdmin('PUT', `${userId}/role`, { role: 'admin' }),
    [403, 200],
  ],
  [
    'the loss of it',
    'admin',
    'GET /api/admin/users',
    ({ userId }) => asAdmin('PUT', `${userId}/role`, { role: 'user' }),
    [200, 403],
  ],
  ['logging out', 'approved', 'GET /api/auth/user', ({ cookie }) => gateway.ask('/api/logout', { cookie }), [200, 401]],
  [
    'signing out everywhere',
    'approved',
    'GET /api/auth/user',
    ({ cookie }) => gateway.ask('/api/account/sign-out-everywhere', { method: 'POST', cookie, body: {} }),
    [200, 401],
  ],
  ['erasing', 'approved', 'GET /api/auth/user', ({ userId }) => asAdmin('DELETE', userId), [200, 401]],
];

describe('a request that is sent a second after', () => {
  it.each(changes)('%s of a user %s: %s', async (_what, kind, call, change, [before, after]) => {
    const user = await gateway.aUser(kind);
    const [method = '', path = ''] = call.split(' ');
    const ask = async () => (await atReplica(path, user, { method, ...(method === 'POST' && { body: '{}' }) })).status;
    expect(await ask()).toBe(before);
    const changed = await change(user);
    // A change that was refused takes no effect, and would look like one that comes late.
    if (changed instanceof Response) expect(changed.status).toBeLessThan(400);
    const changedAt = performance.now();
    let sentAt = performance.now();
    for (let status = await ask(); status !== after; status = await ask()) {
      expect(status).toBe(before);
      // The last request with the old answer was sent in time; none after it has it.
      expect(sentAt - changedAt).toBeLessThan(forRequestsMs);
      sentAt = performance.now();
    }
    expect(await ask()).toBe(after);
  });
});

describe('a stream that is open at another gateway ends within five seconds after', () => {
  it.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['blocking', ({ userId }) => asAdmin('PUT', `${userId}/blocked`, { isBlocked: true })],
    ['logging out', ({ cookie }) => gateway.ask('/api/logout', { cookie })],
    ['erasing', ({ userId }) => asAdmin('DELETE', userId)],
  ])('%s', async (_what, change) => {
    const user = await gateway.aUser();
    const page = await atReplica('/api/events', user);
    expect(await endOf(page, () => change(user))).toContain('signed_out');
  });

  it('the loss of approval, of a role, when it needs them', async () => {
    gateway.upstreams.broadcasts.sendMessage = async function* (_request, call) {
      yield await Promise.resolve({
        id: 1,
        event: { $case: 'accepted' as const, accepted: { broadcastId: randomUUID(), targets: [] } },
      });
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    };
    const user = await gateway.aUser();
    const headers = { cookie: user.cookie, 'content-type': 'application/json', accept: 'text/event-stream' };
    const init = { method: 'POST', headers, body: JSON.stringify(send) };
    const page = await fetch(`${replica.service.httpUrl}/api/send-message`, init);
    await endOf(page, () => {
      Object.assign(userOf(user), { isApproved: false, role: Role.USER });
      return Promise.resolve();
    });
  });

  /** What a stream says to its end, which comes in time. */
  async function endOf(page: Response, change: () => Promise<unknown>): Promise<string> {
    let said = '';
    await change();
    const took = await ownTimeOf(async () => void (said = await page.text().catch(() => 'cut')));
    expect(took).toBeLessThan(forStreamsMs);
    return said;
  }
});

describe('an answer that is waited for at another gateway', () => {
  const waits = (call: { signal: AbortSignal }) =>
    new Promise<never>((_resolve, reject) => {
      begun += 1;
      call.signal.addEventListener('abort', () => {
        left += 1;
        reject(call.signal.reason as Error);
      });
    });
  let [begun, left] = [0, 0];
  beforeEach(() => {
    [begun, left] = [0, 0];
    const { broadcasts, aiChat, summaries } = gateway.upstreams;
    broadcasts.sendMessage = async function* (_request, call) {
      await waits(call);
    };
    aiChat.sendTurn = async function* (_request, call) {
      await waits(call);
    };
    summaries.summarizeReplies = (_request, call) => waits(call);
  });
  const timestamp = '2026-01-02T03:04:05.678Z';
  const responses = ['GPT', 'Claude'].map((aiService) => ({ aiService, content: 'Cats purr.', timestamp }));
  const requests: [string, string, object][] = [
    ['a broadcast', '/api/send-message', send],
    ['an AI chat', '/api/ai-chat/send', { aiService: 'gpt', message: 'Hi', conversationHistory: [] }],
    ['a summary', '/api/summarize-responses', { responses, summarizerAI: 'gpt' }],
  ];
  const losses: [string, number, (user: TestUser) => unknown][] = [
    ['blocking', 401, ({ userId }) => asAdmin('PUT', `${userId}/blocked`, { isBlocked: true })],
    ['the loss of approval', 403, (user) => (userOf(user).isApproved = false)],
    ['erasing', 401, ({ userId }) => asAdmin('DELETE', userId)],
  ];

  it.each(requests.flatMap(([what, path, body]) => losses.map((loss) => [what, ...loss, path, body] as const)))(
    '%s ends with %s as %i, and the service is left',
    async (_what, _loss, status, lose, path, body) => {
      const user = await gateway.aUser();
      const answer = atReplica(path, user, { method: 'POST', body: JSON.stringify(body) });
      await until(() => begun === 1);
      await lose(user);
      const said = await answer;
      expect(said.status).toBe(status);
      await until(() => left === 1);
    },
  );

  it('is refused also when it comes at the moment of the loss', async () => {
    const user = await gateway.aUser();
    gateway.upstreams.broadcasts.sendMessage = async function* () {
      userOf(user).isApproved = false;
      yield* replyEvents();
    };
    const answer = await atReplica('/api/send-message', user, { method: 'POST', body: JSON.stringify(send) });
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain('Hello there');
  });
});

describe('an event that says a user is erased', () => {
  it('ends no session of an account that admin knows', async () => {
    const own = await startGateway({ retries: { delaysMs: [10] } });
    try {
      const user = await own.aUser();
      const { database, events } = own.slice.service;
      const publishErased = () =>
        database.asWorker((tx) => events.in(tx).publish('admin.user_erased.v1', { userId: user.userId }));
      const sessions = () =>
        database.asWorker((tx) =>
          tx.query<unknown[]>('SELECT 1 FROM gateway.sessions WHERE user_id = $1', [user.userId]),
        );
      await publishErased();
      await until(async () => (await events.letters.count()) === 1, { what: 'the dead letter' });
      expect(await sessions()).toHaveLength(1);
      expect((await own.ask('/api/auth/user', { cookie: user.cookie })).status).toBe(200);
      own.upstreams.accounts.delete(user.email);
      await publishErased();
      await until(async () => (await sessions()).length === 0, { what: 'the end of the session' });
    } finally {
      await own.close();
    }
  });
});
