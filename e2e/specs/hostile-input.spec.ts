import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../src/account.js';
import { fuzzRoutes } from '../src/abuse/fuzz/http.js';
import { pidsOf } from '../src/abuse/fuzz/memory.js';
import type { Known } from '../src/hostile-values.js';
import { setScene } from '../src/scene.js';

const isFull = process.env['TEST_FULL'] === '1';
const seed = Number(process.env['TEST_SEED'] ?? 1);
// `npm run abuse -- fuzz` sends 10,000.
const valuesEach = isFull ? 500 : 16;

describe(`input made from the schemas of the routes (TEST_SEED=${seed}, ${valuesEach} values each)`, () => {
  const scene = setScene(() => ({
    env: { DEMO_SPEED: '0', QUALITY_MODE: 'off', SIGN_IN_TRIES_PER_ADDRESS: '1000000' },
  }));
  let admin: Account;
  let victim: string;
  let pids: ReturnType<typeof pidsOf>;
  const known = { aiServices: ['demo-brief', 'fuzzed'], ids: [] as string[] } satisfies Known;

  beforeAll(async () => {
    admin = await scene.signUp('Ada');
    victim = await scene.approve(await scene.signUp('Vera'));
    const sent = await request('POST', '/api/send-message', {
      message: 'Hi',
      selectedAIs: ['demo-brief'],
      mode: 'selective',
    });
    const { broadcastId, results } = (await sent.json()) as {
      broadcastId: string;
      results: { conversationId: string; messageId: string }[];
    };
    known.ids.push(broadcastId, results[0]!.conversationId, results[0]!.messageId);
    pids = pidsOf(scene.product);
  }, 240_000);

  const request = (method: string, path: string, body?: unknown) =>
    fetch(scene.url + path, {
      method,
      headers: { cookie: admin.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });

  test(
    'no value is answered 500 or not at all, and each refusal has the form of errors',
    async () => {
      const { cookie } = admin;
      const begin = () => Promise.resolve(known);
      const found = await fuzzRoutes({ url: scene.url, cookie, victimId: victim, begin, valuesEach, seed });
      expect(found.schemas).toBeGreaterThan(40);
      expect([...found.broken, ...found.lost, ...found.misshapen]).toEqual([]);
    },
    isFull ? 1_800_000 : 300_000,
  );

  const query = { title: 'T', content: 'C', selectedAiServices: ['demo-brief'] };
  const service = { name: 'nul', displayName: 'a\0', color: '#10A37F', category: 'text', model: 'm' };

  test.each<[string, string, unknown]>([
    ['POST', '/api/saved-queries', { ...query, customSchedule: '\0' }],
    ['GET', '/api/admin/users?q=%00', undefined],
    ['GET', '/api/admin/user-counts?q=a%00', undefined],
    ['POST', '/api/admin/ai-services', { ...service, provider: 'openai', baseUrl: 'https://a.example' }],
    ['PUT', '/api/ai-chat/sessions/nul', { setup: { sides: [{ aiService: 'demo-brief', role: '\0' }] } }],
    ['GET', '/api/admin/usage?from=0000-01-01', undefined],
    ['GET', '/api/admin/usage/export?from=0000-01-01&to=0000-01-02', undefined],
    ['GET', '/api/conversations?since=0000-01-01T00:00:00Z', undefined],
  ])('%s %s says what is wrong with it', async (method, path, body) => {
    const answer = await request(method, path, body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'invalid_input']);
  });

  test('and everything still runs that ran at the beginning', async () => {
    expect((await fetch(`${scene.url}/readyz`)).status).toBe(200);
    expect(pidsOf(scene.product)).toEqual(pids);
  });
});
