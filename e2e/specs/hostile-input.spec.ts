import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { routes, type Route } from '@polylogue/api-contract';
import fc from 'fast-check';
import type { Account } from '../src/account.js';
import { hostileInput, type Known } from '../src/hostile-values.js';
import type { Product } from '../src/product.js';
import { setScene } from '../src/scene.js';

const isFull = process.env['TEST_FULL'] === '1';
const seed = Number(process.env['TEST_SEED'] ?? 1);
const valuesEach = isFull ? 10_000 : 16;
// Each of these hashes a password, which takes a fiftieth of a second of a processor on purpose.
const hashing = new Set(['/api/login', '/api/signup', '/api/account/password']);
const atOnce = 6;

const tried = routes.flatMap((route) =>
  (['body', 'query'] as const)
    .filter((part) => route[part])
    .map((part) => [route.method, route.path, part, route] as const),
);

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

  /** Paths name other accounts or made-up things, so that no account that the test needs is changed. */
  const addressOf = ({ path }: Route, id: string) =>
    path.replace('{id}', path.startsWith('/api/admin/users') ? victim : id).replace('{name}', 'fuzzed');

  async function statusOf(route: Route, part: 'body' | 'query', value: unknown): Promise<number> {
    const id = known.ids[Math.floor(JSON.stringify(value).length % known.ids.length)] ?? randomUUID();
    const address = addressOf(route, id);
    const answer =
      part === 'body'
        ? await requestWith(route, address, value)
        : await request(route.method, address + queryOf(value));
    await answer.body?.cancel();
    return answer.status;
  }

  const requestWith = (route: Route, address: string, value: unknown) =>
    route.upload === undefined ? request(route.method, address, value) : requestWithForm(route, address, value);

  function requestWithForm({ method, upload }: Route, address: string, value: unknown) {
    const form = new FormData();
    for (const [name, each] of Object.entries(Object(value) as object)) form.append(name, textOf(each));
    form.append(upload!, new Blob(['Some text.']), 'some.txt');
    return fetch(scene.url + address, { method, headers: { cookie: admin.cookie }, body: form });
  }

  test.each(tried)(
    '%s %s: no %s is answered 500',
    async (_method, path, part, route) => {
      const numRuns = hashing.has(path) ? Math.min(valuesEach, 200) : valuesEach;
      const values = fc.sample(hostileInput(route[part]!, known), { numRuns, seed });
      const failed: unknown[] = [];
      for (let start = 0; start < values.length; start += atOnce) {
        const some = values.slice(start, start + atOnce);
        const statuses = await Promise.all(some.map((value) => statusOf(route, part, value)));
        statuses.forEach((status, at) => status === 500 && failed.push([status, JSON.stringify(some[at])]));
      }
      expect(failed.slice(0, 5)).toEqual([]);
    },
    isFull ? 1_800_000 : 120_000,
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

const pidsOf = ({ processes }: Product) => Object.entries(processes).map(([name, { pid }]) => [name, pid]);

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function queryOf(value: unknown): string {
  const fields = Object.entries(Object(value) as object).map(([name, each]) => {
    // A query is bytes: half of a surrogate pair cannot be written in it.
    const text = textOf(each).replace(/\p{Surrogate}/gu, '\uFFFD');
    return `${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD'))}=${encodeURIComponent(text)}`;
  });
  return fields.length > 0 ? `?${fields.join('&')}` : '';
}
