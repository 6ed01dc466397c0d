import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BroadcastEvent, Reply, ReplyStatus } from '@polylogue/proto';
import { until } from '@polylogue/test-kit';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.close());

const broadcastId = '0191f0a0-0000-7000-8000-000000000048';
const reply = Reply.fromPartial({ aiService: 'gpt', content: 'Hello.', status: ReplyStatus.COMPLETED });

async function aKey() {
  const user = await gateway.aUser();
  const body = { name: 'A script', scopes: ['send'] };
  const made = await gateway.ask('/api/account/keys', { method: 'POST', cookie: user.cookie, body });
  return { userId: user.userId, key: ((await made.json()) as { key: string }).key };
}
const complete = (key: string) =>
  gateway.ask('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { model: 'polylogue/gpt', messages: [{ role: 'user', content: 'Hi' }] },
  });

describe('five hundred requests of one key at once', () => {
  it('are held to twelve at a time, cost nothing beyond these, and hold up no other user', async () => {
    const [greedy, other] = [await aKey(), await aKey()];
    const taken = new Map<string, number>();
    gateway.upstreams.allowance.takeAllowance = (_request, call) => {
      const { userId } = call.mustHaveCaller();
      taken.set(userId, (taken.get(userId) ?? 0) + 1);
      return Promise.resolve({ limited: true });
    };
    let [open, isLetGo] = [0, false];
    gateway.upstreams.broadcasts.sendMessage = async function* (_request, call) {
      yield BroadcastEvent.fromPartial({ id: 1, event: { $case: 'accepted', accepted: { broadcastId } } });
      if (call.mustHaveCaller().userId === greedy.userId) {
        open += 1;
        await until(() => isLetGo);
      }
      yield BroadcastEvent.fromPartial({ id: 2, event: { $case: 'done', done: { broadcastId, replies: [reply] } } });
    };
    let refused = 0;
    const answers = Array.from({ length: 500 }, async () => {
      const answer = await complete(greedy.key);
      if (answer.status === 429) refused += 1;
      return answer;
    });
    await until(() => open === 12 && refused === 488, { what: 'all requests decided' });
    // While all twelve are still open.
    expect((await complete(other.key)).status).toBe(200);
    expect([taken.get(greedy.userId), taken.get(other.userId)]).toEqual([12, 1]);
    isLetGo = true;
    const ended = await Promise.all(answers);
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(12);
    const refusals = ended.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(488);
    const { error } = (await refusals[0]!.json()) as { error: { type: string; code: string } };
    expect(error.type).toBe('rate_limit_error');
    expect(['too_many_streams', 'too_many_requests']).toContain(error.code);
    expect(new Set(refusals.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']));
    expect((await complete(greedy.key)).status).toBe(200);
  });
});

describe('requests of one key that do not end', () => {
  it('are held to twenty-four, and the next is refused before its body is read', async () => {
    const [greedy, other] = [await aKey(), await aKey()];
    const begun = await Promise.all(
      Array.from({ length: 24 }, () => begin('/v1/chat/completions', { authorization: `Bearer ${greedy.key}` })),
    );
    const refused = await complete(greedy.key);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ error: { type: 'rate_limit_error', code: 'too_many_requests' } });
    const headers = { authorization: `Bearer ${greedy.key}` };
    const ours = await gateway.ask('/api/conversations', { headers });
    expect(ours.status).toBe(429);
    expect(await ours.json()).toMatchObject({
      error: 'At most 24 requests of one API key can be under way at once. Wait until some have ended.',
      code: 'too_many_requests',
    });
    expect((await complete(other.key)).status).not.toBe(429);
    for (const socket of begun) socket.destroy();
    await until(async () => (await complete(greedy.key)).status !== 429, { what: 'room again' });
  });
});

describe('many calls of one user at once', () => {
  const read = (cookie: string, signal?: AbortSignal) => gateway.ask('/api/rubrics', { cookie, signal });
  /** Calls of these users stay open until they are let go. */
  function hold(...users: { userId: string }[]) {
    const held = new Set(users.map(({ userId }) => userId));
    const seen = { open: 0, most: 0, all: 0 };
    let letGo = () => {};
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    gateway.upstreams.rubrics.listRubrics = async (_request, call) => {
      if (held.has(call.mustHaveCaller().userId)) {
        seen.all += 1;
        seen.most = Math.max(seen.most, (seen.open += 1));
        await isLetGo;
        seen.open -= 1;
      }
      return { rubrics: [], isBuiltInDefault: true };
    };
    return { seen, letGo };
  }
  const waiting = async () => {
    const metrics = await (await fetch(`${gateway.slice.service.healthUrl}/metrics`)).text();
    return Number(/^http_server_waiting(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1]);
  };
  const statusesOf = async (answers: readonly Promise<Response>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status));

  it('are served four at a time, wait in a queue of a hundred, and hold up no other user', async () => {
    const [greedy, other] = [await gateway.aUser(), await gateway.aUser()];
    const { seen, letGo } = hold(greedy);
    let refused: Response | undefined;
    const calls = Array.from({ length: 105 }, async () => {
      const answer = await read(greedy.cookie);
      if (answer.status === 429) refused = answer;
      return answer;
    });
    await until(() => refused !== undefined && seen.open === 4, { what: 'one refused, four open' });
    expect((await read(other.cookie)).status).toBe(200);
    expect(refused!.headers.get('retry-after')).toBe('5');
    expect(await refused!.json()).toMatchObject({
      error: 'Too many of your requests are under way at once. Wait until some have ended, then try again.',
      code: 'too_many_requests',
    });
    letGo();
    const ended = await Promise.all(calls);
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(104);
    expect([seen.most, seen.all]).toEqual([4, 104]);
  });

  it('give up their place when their client goes: what nobody waits for is never begun', async () => {
    const greedy = await gateway.aUser();
    const { seen, letGo } = hold(greedy);
    const running = Array.from({ length: 4 }, () => read(greedy.cookie));
    await until(() => seen.open === 4, { what: 'four open' });
    const gone = new AbortController();
    const left = Array.from({ length: 100 }, () => read(greedy.cookie, gone.signal).catch(() => undefined));
    await until(async () => (await waiting()) === 100, { what: 'a queue that is full' });
    gone.abort();
    await Promise.all(left);
    await until(async () => (await waiting()) === 0, { what: 'a queue that is empty' });
    // There is room for a hundred others.
    const stays = Array.from({ length: 100 }, () => read(greedy.cookie));
    letGo();
    expect(await statusesOf([...running, ...stays])).toEqual(new Set([200]));
    expect(seen.all).toBe(104);
  });

  it('hold up no stream and no message of their user, nor do these hold up calls', async () => {
    const user = await gateway.aUser();
    let isAnswered = false;
    const sent = gateway.upstreams.servers.conversation.calls;
    sent.length = 0;
    gateway.upstreams.allowance.takeAllowance = () => Promise.resolve({ limited: true });
    gateway.upstreams.broadcasts.sendMessage = async function* () {
      yield BroadcastEvent.fromPartial({ id: 1, event: { $case: 'accepted', accepted: { broadcastId } } });
      await until(() => isAnswered);
      yield BroadcastEvent.fromPartial({ id: 2, event: { $case: 'done', done: { broadcastId, replies: [reply] } } });
    };
    const body = { message: 'Hi', selectedAIs: ['gpt'], mode: 'selective' };
    const send = (headers: Record<string, string> = {}) =>
      gateway.ask('/api/send-message', { method: 'POST', cookie: user.cookie, body, headers });
    const accept = 'text/event-stream';
    // As pages do, and as programs do that wait for the whole answer.
    const streams = await Promise.all(Array.from({ length: 8 }, () => send({ accept })));
    const waiting = Array.from({ length: 8 }, () => send());
    await until(() => sent.length >= 16, { what: 'sixteen messages' });
    const { seen, letGo } = hold(user);
    const calls = Array.from({ length: 20 }, () => read(user.cookie));
    await until(() => seen.open === 4, { what: 'four open' });
    const page = new AbortController();
    const headers = { accept };
    const events = await gateway.ask('/api/events', { cookie: user.cookie, signal: page.signal, headers });
    expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    page.abort();
    letGo();
    expect(await statusesOf(calls)).toEqual(new Set([200]));
    isAnswered = true;
    expect(await statusesOf(waiting)).toEqual(new Set([200]));
    for (const stream of streams) expect(await stream.text()).toContain('event: done');
  });

  it('wait for none of the long tasks of an administrator, of which two are under way at a time', async () => {
    const administrator = await gateway.aUser('admin');
    let [open, most, letGo] = [0, 0, () => {}];
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    gateway.upstreams.audit.verifyAudit = async () => {
      most = Math.max(most, (open += 1));
      await isLetGo;
      open -= 1;
      return { isWhole: true, entries: 0, head: '' };
    };
    const verify = () => gateway.ask('/api/admin/audit/verification', { cookie: administrator.cookie });
    const tasks = Array.from({ length: 6 }, verify);
    await until(async () => open === 2 && (await waiting()) === 4, { what: 'two tasks open, four that wait' });
    expect(await statusesOf(Array.from({ length: 8 }, () => read(administrator.cookie)))).toEqual(new Set([200]));
    letGo();
    expect(await statusesOf(tasks)).toEqual(new Set([200]));
    expect(most).toBe(2);
  });

  it('with a key wait apart: a script holds up no page of its user', async () => {
    const user = await gateway.aUser();
    const made = await gateway.ask('/api/account/keys', {
      method: 'POST',
      cookie: user.cookie,
      body: { name: 'A script', scopes: ['read'] },
    });
    const { key } = (await made.json()) as { key: string };
    const { seen, letGo } = hold(user);
    const headers = { authorization: `Bearer ${key}` };
    const ofKey = Array.from({ length: 24 }, () => gateway.ask('/api/rubrics', { headers }));
    await until(() => seen.open === 4, { what: 'four of the key' });
    const ofPage = read(user.cookie);
    await until(() => seen.open === 5, { what: 'the page beside them' });
    letGo();
    expect(await statusesOf([...ofKey, ofPage])).toEqual(new Set([200]));
  });

  it('are counted once their bodies have come', async () => {
    const user = await gateway.aUser();
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => begin('/api/send-message', { cookie: user.cookie })),
    );
    // The second read comes when the eight have long been let in.
    for (let turn = 0; turn < 2; turn += 1) expect((await read(user.cookie)).status).toBe(200);
    for (const socket of begun) socket.destroy();
  });
});

/** A request whose body never comes, once the server waits for it. */
async function begin(path: string, by: { authorization: string } | { cookie: string }): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const head = [`POST ${path} HTTP/1.1`, 'Host: here', ...Object.entries(by).map((header) => header.join(': '))];
  const body = ['Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'];
  socket.write([...head, ...body, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 100 /);
  return socket;
}
