import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createdApiKey, errorAnswer, ownAllowance, usageAnswer } from '@polylogue/api-contract';
import { Allowance, UsageGroup, UsageRow, UsageSums } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { AllowanceService } from '../src/allowance/allowance.service.js';
import { startGateway, type RunningGateway } from './gateway.js';
import { replyEvents } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;
let sent: number;

beforeAll(async () => {
  gateway = await startGateway();
  // An allowance that does not arrive in time is not limited: here it always arrives.
  gateway.slice.service.app.get(AllowanceService, { strict: false }).takeMs = 60_000;
});
afterAll(() => gateway.close());
beforeEach(async () => {
  ({ cookie } = await gateway.aUser());
  sent = 0;
  gateway.upstreams.broadcasts.sendMessage = () => {
    sent += 1;
    return replyEvents();
  };
});

const full = (seconds: number) =>
  new AppError('rate_limited', 'user_limit', `You have reached your limit. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
const message = { message: 'Grüße', selectedAIs: ['gpt', 'claude'], mode: 'selective' };

describe('a request that spends money', () => {
  const form = () => {
    const boundary = 'xxBOUNDARYxx';
    const part = (name: string, value: string, more = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const body = `${part('message', 'Hi')}${part('selectedAIs', '["gpt"]')}${part('mode', 'selective')}${part('file', 'text', '; filename="a.txt"')}--${boundary}--\r\n`;
    return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
  };
  const replies = ['a', 'b'].map((aiService) => ({ aiService, content: 'x', timestamp: new Date().toISOString() }));

  it.each<[string, () => { path: string; body: unknown; headers?: Record<string, string> }, string[]]>([
    ['send-message', () => ({ path: '/api/send-message', body: message }), ['gpt', 'claude']],
    [
      'send-message, streamed',
      () => ({ path: '/api/send-message', body: message, headers: { accept: 'text/event-stream' } }),
      ['gpt', 'claude'],
    ],
    ['send-message-with-file', () => ({ path: '/api/send-message-with-file', ...form() }), ['gpt']],
    [
      'continue-conversation',
      () => ({
        path: '/api/continue-conversation',
        body: { conversationId: randomUUID(), selectedAIs: ['gpt'], newMessage: 'More' },
      }),
      ['gpt'],
    ],
    [
      'replay',
      () => ({ path: `/api/broadcasts/${randomUUID()}/replay`, body: { selectedAIs: ['gpt', 'claude'] } }),
      ['gpt', 'claude'],
    ],
    ['retry', () => ({ path: `/api/messages/${randomUUID()}/retry`, body: undefined }), ['']],
    [
      'ai-chat',
      () => ({
        path: '/api/ai-chat/send',
        body: { message: 'Hi', aiService: 'gpt', sessionId: randomUUID(), conversationHistory: [] },
      }),
      ['gpt'],
    ],
    ['summarize', () => ({ path: '/api/summarize-responses', body: { responses: replies } }), ['']],
  ])(
    '%s is refused as a whole over the limit, with when to come back, and calls no service',
    async (_what, requestOf, wanted) => {
      const requested: string[][] = [];
      gateway.upstreams.files.extractText = () => Promise.resolve({ text: 'text', type: 'text/plain' });
      gateway.upstreams.allowance.takeAllowance = ({ aiServices }, call) => {
        call.mustHaveCaller().mustBeApproved();
        requested.push(aiServices);
        throw full(17);
      };
      const before = gateway.upstreams.servers.conversation.calls.length;
      const { path, ...rest } = requestOf();
      const answer = await gateway.ask(path, { method: 'POST', cookie, ...rest });
      expect(answer.status).toBe(429);
      expect(answer.headers.get('retry-after')).toBe('17');
      expect(errorAnswer.parse(await answer.json())).toMatchObject({
        code: 'user_limit',
        error: 'You have reached your limit. Try again in 17 seconds.',
      });
      expect(requested).toEqual([wanted]);
      expect(sent).toBe(0);
      expect(gateway.upstreams.servers.conversation.calls).toHaveLength(before);
    },
  );

  it('says how much text is about to go out', async () => {
    const bytes: number[] = [];
    gateway.upstreams.allowance.takeAllowance = ({ textBytes }) => {
      bytes.push(textBytes);
      return Promise.resolve({ limited: true });
    };
    expect((await gateway.ask('/api/send-message', { method: 'POST', cookie, body: message })).status).toBe(200);
    expect(bytes).toEqual([7]);
  });

  it('says which key it is repeated under, for each call of the API by itself', async () => {
    const keys: (string | undefined)[] = [];
    gateway.upstreams.allowance.takeAllowance = ({ repeatKey }) => {
      keys.push(repeatKey);
      return Promise.resolve({ limited: true });
    };
    const key = randomUUID();
    const request = { method: 'POST', cookie, body: message };
    await gateway.ask('/api/send-message', { ...request, headers: { 'idempotency-key': key } });
    await gateway.ask('/api/send-message', request);
    await gateway.ask('/api/summarize-responses', {
      ...request,
      body: { responses: replies },
      headers: { 'idempotency-key': key },
    });
    expect(keys).toEqual([`/api/send-message ${key}`, undefined, `/api/summarize-responses ${key}`]);
  });

  it('is taken in while what is left is unknown: each call is decided again', async () => {
    gateway.upstreams.allowance.takeAllowance = () => {
      throw new AppError('unavailable', 'database_unavailable', 'The database is away.');
    };
    expect((await gateway.ask('/api/send-message', { method: 'POST', cookie, body: message })).status).toBe(200);
    expect(sent).toBe(1);
  });

  it('does not wait for the question while nothing is limited', async () => {
    let checks = 0;
    gateway.upstreams.allowance.takeAllowance = () => {
      checks += 1;
      return Promise.resolve({ limited: false });
    };
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await gateway.ask('/api/send-message', { method: 'POST', cookie, body: message })).status).toBe(200);
    }
    expect([checks, sent]).toEqual([1, 3]);
  });
});

const sums = (fields: Partial<UsageSums> = {}) =>
  UsageSums.fromPartial({
    calls: 3,
    failures: 1,
    inputTokens: 100,
    outputTokens: 50,
    uncountedCalls: 1,
    reportedMicros: 420,
    estimatedMicros: 1_000_002,
    unpricedCalls: 2,
    ...fields,
  });
const noUser = '00000000-0000-0000-0000-000000000000';

describe('what was used', () => {
  let keyIds: string[] = [];
  let admin: Awaited<ReturnType<RunningGateway['aUser']>>;
  beforeAll(async () => {
    admin = await gateway.aUser('admin');
    gateway.upstreams.usage.sumUsage = ({ group }, call) => {
      call.mustHaveCaller().mustBeAdmin();
      const row = (fields: Partial<UsageRow>) => UsageRow.fromPartial({ sums: sums(), ...fields });
      const rows =
        group === UsageGroup.USER
          ? [row({ userId: admin.userId }), row({ userId: noUser }), row({ userId: randomUUID() })]
          : group === UsageGroup.DAY
            ? [row({ day: '2026-03-01' })]
            : group === UsageGroup.API_KEY
              ? keyIds.map((apiKeyId) => row({ apiKeyId, userId: admin.userId }))
              : [row({ aiService: 'gpt' })];
      return Promise.resolve({ rows, found: 3, total: sums() });
    };
  });
  const get = (query: string, as = admin.cookie) => gateway.ask(`/api/admin/usage${query}`, { cookie: as });

  it('comes in dollars, and what is unknown apart', async () => {
    const answer = usageAnswer.parse(await (await get('?from=2026-03-01&to=2026-03-31')).json());
    expect(answer).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-31',
      group: 'service',
      found: 3,
      rows: [{ aiService: { name: 'gpt', displayName: 'GPT' } }],
      total: {
        calls: 3,
        failures: 1,
        uncountedCalls: 1,
        unpricedCalls: 2,
        cost: { amount: 1.000422, reported: 0.00042, estimated: 1.000002, currency: 'USD' },
      },
    });
  });

  it('comes by API key, with the name and the owner of one that is there', async () => {
    const user = await gateway.aUser();
    const body = { name: 'CI', scopes: ['read'] };
    const made = await gateway.ask('/api/account/keys', { method: 'POST', cookie: user.cookie, body });
    const { apiKey } = createdApiKey.parse(await made.json());
    keyIds = [apiKey.id, randomUUID()];
    const { rows } = usageAnswer.parse(await (await get('?group=key')).json());
    expect(rows).toMatchObject([
      { apiKey: { id: apiKey.id, name: 'CI', prefix: apiKey.prefix }, user: { id: admin.userId } },
      { apiKey: { id: keyIds[1], name: null, prefix: null } },
    ]);
  });

  it('comes by user, with a name as far as there is one', async () => {
    const { rows } = usageAnswer.parse(await (await get('?group=user')).json());
    expect(rows.map(({ user }) => user)).toEqual([
      { id: admin.userId, name: 'Ada Lovelace', email: admin.email },
      null,
      null,
    ]);
  });

  it('comes for thirty days by default', async () => {
    const { from, to, rows } = usageAnswer.parse(await (await get('?group=day')).json());
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29);
    expect(rows[0]?.day).toBe('2026-03-01');
  });

  it.each(['?from=yesterday', '?group=colour', '?limit=501', '?to=2026-02-30'])('refuses %s', async (query) => {
    expect((await get(query)).status).toBe(400);
  });

  it('is for administrators only', async () => {
    expect((await get('', cookie)).status).toBe(403);
    expect((await gateway.ask('/api/admin/usage/export', { cookie })).status).toBe(403);
    expect((await gateway.ask('/api/admin/usage')).status).toBe(401);
  });

  it('comes as a file in which no name is a formula', async () => {
    const { user } = gateway.upstreams.accounts.get(admin.email)!;
    user.firstName = '=HYPERLINK("x")';
    gateway.upstreams.usage.listUsage = async function* () {
      const day = '2026-03-01';
      yield { rows: [UsageRow.fromPartial({ day, userId: admin.userId, aiService: 'gpt', sums: sums() })] };
      yield await Promise.resolve({
        rows: [UsageRow.fromPartial({ day, userId: noUser, aiService: 'gone', sums: sums({ reportedMicros: 0 }) })],
      });
    };
    const answer = await gateway.ask('/api/admin/usage/export?from=2026-03-01&to=2026-03-31', { cookie: admin.cookie });
    user.firstName = 'Ada';
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('polylogue-usage-2026-03-01-to-2026-03-31.csv');
    expect((await answer.text()).split('\r\n')).toEqual([
      expect.stringMatching(/^Day,User,E-mail,AI Service,Calls,/),
      `2026-03-01,"'=HYPERLINK(""x"") Lovelace",${admin.email},GPT,3,1,100,50,1,0.00042,1.000002,2,0,0`,
      '2026-03-01,Erased account,,gone,3,1,100,50,1,0,1.000002,2,0,0',
      '',
    ]);
  });

  it('is no file at all when the count cannot be read, and a broken one when it breaks off', async () => {
    const away = new AppError('unavailable', 'database_unavailable', 'The database is away.');
    gateway.upstreams.usage.listUsage = async function* () {
      await Promise.reject(away);
      yield { rows: [] };
    };
    expect((await gateway.ask('/api/admin/usage/export', { cookie: admin.cookie })).status).toBe(503);
    gateway.upstreams.usage.listUsage = async function* () {
      yield { rows: [UsageRow.fromPartial({ day: '2026-03-01', userId: noUser, aiService: 'gpt', sums: sums() })] };
      await Promise.reject(away);
    };
    const broken = await gateway.ask('/api/admin/usage/export', { cookie: admin.cookie });
    await expect(broken.text()).rejects.toThrow();
  });
});

it("gives users what they have used today, also while they wait for approval, and no one else's", async () => {
  const waiting = await gateway.aUser('unapproved');
  gateway.upstreams.allowance.getAllowance = (_none, call) => {
    expect(call.mustHaveCaller().userId).toBe(waiting.userId);
    return Promise.resolve(
      Allowance.fromPartial({
        day: '2026-03-31',
        spentMicros: 54_000,
        reservedMicros: 1,
        budgetMicros: 100_000,
        calls: 2,
      }),
    );
  };
  const answer = await gateway.ask('/api/account/allowance', { cookie: waiting.cookie });
  expect(ownAllowance.parse(await answer.json())).toEqual({
    day: '2026-03-31',
    resetsAt: '2026-04-01T00:00:00.000Z',
    calls: 2,
    unpricedCalls: 0,
    exhausted: false,
    cost: { spent: 0.054, reserved: 0.000001, budget: 0.1, currency: 'USD' },
    tokens: { spent: 0, reserved: 0, budget: null },
  });
});
