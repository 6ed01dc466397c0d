import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorAnswer, keyScopeOf, keyScopes, routes, type createdApiKey } from '@polylogue/api-contract';
import type { z } from 'zod';
import { startGateway, type RequestParts, type RunningGateway } from './gateway.js';

type Row = [what: string, request: RequestParts, status: number, code: string, sentence?: string];
// Jest takes a parameter beyond the row for a callback: each row has all of them.
type Refusal = [what: string, request: RequestParts, status: number, code: string, sentence: string | undefined];

let gateway: RunningGateway;
let cookie: string;
const path = '/api/send-message';
const body = { message: 'Hi', selectedAIs: ['gpt'], mode: 'selective' };

beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());

const post = (request: RequestParts) => gateway.ask(path, { method: 'POST', cookie, ...request });
const calls = () => gateway.upstreams.servers.conversation.calls.length;

async function refused(answer: Response, status: number, code?: string) {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const said = errorAnswer.parse(await answer.json());
  expect(said.requestId).toBe(answer.headers.get('x-request-id'));
  if (code) expect(said.code).toBe(code);
  return said;
}

describe('a message that is refused spends nothing', () => {
  it.each<Refusal>(
    (
      [
        ['a blank message', { body: { ...body, message: ' \n\t' } }, 400, 'invalid_input', 'Please type a message.'],
        [
          'no target',
          { body: { ...body, selectedAIs: [] } },
          400,
          'invalid_input',
          'Please select at least one AI service',
        ],
        ['a target that is no name', { body: { ...body, selectedAIs: ['../../etc'] } }, 400, 'invalid_input'],
        ['a target twice', { body: { ...body, selectedAIs: ['gpt', 'gpt'] } }, 400, 'invalid_input'],
        ['individual to two', { body: { ...body, selectedAIs: ['a', 'b'], mode: 'individual' } }, 400, 'invalid_input'],
        ['an unknown mode', { body: { ...body, mode: 'all' } }, 400, 'invalid_input'],
        ['a NUL in the message', { body: { ...body, message: 'a\0b' } }, 400, 'invalid_input'],
        [
          'a field of the server',
          { body: { ...body, userId: randomUUID() } },
          400,
          'invalid_input',
          'userId is set by the server and cannot be sent.',
        ],
        ['no body', {}, 400, 'invalid_input'],
        ['an array', { body: [] }, 400, 'invalid_input'],
        ['broken JSON', { body: '{"message":', headers: { 'content-type': 'application/json' } }, 400, 'invalid_json'],
        [
          'a tower of JSON',
          { body: { ...body, tower: JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown } },
          400,
          'invalid_json',
        ],
        [
          'another content type',
          { body: 'message=Hi', headers: { 'content-type': 'text/plain' } },
          415,
          'unsupported_type',
        ],
        [
          'a form',
          { body: 'message=Hi', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          415,
          'unsupported_type',
        ],
        [
          'another charset',
          { body: '{}', headers: { 'content-type': 'application/json; charset=klingon' } },
          415,
          'unsupported_type',
        ],
        ['a body too large', { body: { ...body, message: 'x'.repeat(1024 * 1024) } }, 413, 'body_too_large'],
        ['a message too long', { body: { ...body, message: 'x'.repeat(100_001) } }, 400, 'invalid_input'],
        ['a key that is no uuid', { body, headers: { 'idempotency-key': 'again' } }, 400, 'invalid_input'],
        ['another origin', { body, headers: { origin: 'https://evil.example' } }, 403, 'wrong_origin'],
        ['another site', { body, headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'wrong_origin'],
        ['no session', { body, cookie: '' }, 401, 'signed_out'],
      ] satisfies Row[]
    ).map((row: Row) => [...row, undefined].slice(0, 5) as Refusal),
  )('%s', async (_what, request, status, code, sentence) => {
    const before = calls();
    const said = await refused(await post(request), status, code);
    if (sentence) expect(said.error).toBe(sentence);
    if (code === 'invalid_input') expect(said.issues!.length).toBeGreaterThan(0);
    expect(calls()).toBe(before);
  });

  it('an unapproved user, who learns why', async () => {
    const { cookie: waiting } = await gateway.aUser('unapproved');
    const before = calls();
    for (const accept of ['application/json', 'text/event-stream']) {
      const said = await refused(await post({ body, cookie: waiting, headers: { accept } }), 403, 'approval_required');
      expect(said.error).toBe('Your account is waiting for approval by an administrator.');
    }
    expect(calls()).toBe(before);
    expect((await gateway.ask('/api/auth/user', { cookie: waiting })).status).toBe(200);
  });

  it('serves a client that is no browser, and our own pages', async () => {
    expect((await post({ body })).status).toBe(200);
    expect((await post({ body, headers: { origin: gateway.url } })).status).toBe(200);
    expect((await post({ body, headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });
});

describe('what does not exist', () => {
  it('is 404 as JSON, or 405 where another method is known', async () => {
    await refused(await gateway.ask('/api/nothing', { cookie }), 404, 'no_such_call');
    await refused(await gateway.ask('/api/nothing'), 404, 'no_such_call');
    await refused(await gateway.ask('/api'), 404);
    const wrong = await gateway.ask(path, { cookie });
    expect(wrong.headers.get('allow')).toBe('POST');
    await refused(wrong, 405, 'method_not_allowed');
    await refused(await gateway.ask(`/api/broadcasts/${randomUUID()}/cancel`, { method: 'DELETE', cookie }), 405);
  });

  it('keeps figures from the public gateway', async () => {
    expect((await gateway.ask('/metrics')).status).toBe(404);
    expect((await fetch(`${gateway.slice.service.healthUrl}/metrics`)).status).toBe(200);
  });
});

describe('ids', () => {
  it.each(['%2e%2e', '..%2f..', '%00', 'x', '%zz', '1%20OR%201', `${randomUUID()}%00`])(
    'that are none are refused: %s',
    async (id) => {
      for (const [method, address] of [
        ['GET', `/api/broadcasts/${id}/events`],
        ['POST', `/api/broadcasts/${id}/cancel`],
        ['POST', `/api/broadcasts/${id}/replay`],
        ['POST', `/api/messages/${id}/retry`],
        ['POST', `/api/ai-services/${id === 'x' ? 'X' : id}/retry`],
      ] as const) {
        expect(await gateway.rawStatus(method, address, { cookie })).toBe(400);
      }
    },
  );
});

describe('headers', () => {
  it('carry an id of the request, ours when the given one is no id', async () => {
    const given = await gateway.ask('/api/config', { headers: { 'x-request-id': 'page-1.click-2' } });
    expect(given.headers.get('x-request-id')).toBe('page-1.click-2');
    const bad = await gateway.ask('/api/config', { headers: { 'x-request-id': 'a b<script>' } });
    expect(bad.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(given.headers.get('cache-control')).toBe('no-store');
    expect(given.headers.get('x-powered-by')).toBeNull();
    expect(given.headers.get('access-control-allow-origin')).toBeNull();
    expect(given.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('let browsers come by TLS only for a year, and tell no other site where one was', async () => {
    for (const path of ['/api/config', '/api/nothing', '/api/docs', '/nothing']) {
      const { headers } = await gateway.ask(path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toContain("object-src 'none';base-uri 'none'");
    }
  });
});

describe('every route for every principal', () => {
  const principals = ['visitor', 'unapproved', 'approved', 'admin'] as const;
  const allowed = {
    public: principals,
    'signed-in': ['unapproved', 'approved', 'admin'],
    approved: ['approved', 'admin'],
    admin: ['admin'],
  } as const satisfies Record<string, readonly (typeof principals)[number][]>;

  const addressOf = (routePath: string) =>
    routePath.replace('{id}', randomUUID()).replace('{name}', 'gpt').replace('{claim}', '1');
  /** One user of each kind for all calls, but for those that may end a session or change whose it is. */
  const kept = new Map<string, ReturnType<RunningGateway['aUser']>>();
  const callerOf = (who: 'unapproved' | 'approved' | 'admin', { method, path: called }: (typeof routes)[number]) => {
    if (method === 'DELETE' || /account|auth|log(in|out)|signup|setup|users/.test(called)) return gateway.aUser(who);
    const known = kept.get(who) ?? gateway.aUser(who);
    kept.set(who, known);
    return known;
  };

  // What programs call has no use for a session.
  const forPrograms = routes.filter(({ path }) => !path.startsWith('/api/'));
  const forPages = routes.filter((route) => !forPrograms.includes(route));

  it.each(forPrograms.map(({ method, path }) => [method, path]))(
    '%s %s takes no session',
    async (method, routePath) => {
      const body = method === 'POST' ? {} : undefined;
      expect((await gateway.ask(routePath, { method, cookie, body })).status).toBe(401);
    },
  );

  it.each(['unapproved', 'approved', 'admin'] as const)(
    'a key of a user who is %s reaches what they and its scopes may',
    async (who) => {
      const user = await gateway.aUser(who);
      const wanted = { name: 'All scopes', scopes: keyScopes };
      const made = await gateway.ask('/api/account/keys', { method: 'POST', cookie: user.cookie, body: wanted });
      const { key } = (await made.json()) as z.output<typeof createdApiKey>;
      const wrong: unknown[] = [];
      for (const route of routes) {
        const { method, path } = route;
        const page = new AbortController();
        const headers = { authorization: `Bearer ${key}` };
        const body = method === 'POST' ? {} : undefined;
        const { status } = await gateway.ask(addressOf(path), { method, headers, body, signal: page.signal });
        page.abort();
        const may = keyScopeOf(route) !== undefined && (allowed[route.access] as readonly string[]).includes(who);
        if (may ? status === 401 || status === 403 : status !== 403) wrong.push([method, path, status]);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(forPages.flatMap((route) => principals.map((who) => [route.method, route.path, who, route] as const)))(
    '%s %s for a %s',
    async (method, routePath, who, route) => {
      const address = addressOf(routePath);
      const user = who === 'visitor' ? undefined : await callerOf(who, route);
      const page = new AbortController();
      const answer = await gateway.ask(address, {
        method,
        cookie: user?.cookie,
        // A caller who may, gets past the guards and is refused for the empty body, or served.
        body: method === 'POST' ? {} : undefined,
        signal: page.signal,
      });
      page.abort();
      const may = (allowed[route.access] as readonly string[]).includes(who);
      if (!may) expect(answer.status).toBe(who === 'visitor' ? 401 : 403);
      else expect([401, 403]).not.toContain(answer.status);
    },
  );
});
