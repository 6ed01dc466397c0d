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
    const begun = await Promise.all(Array.from({ length: 24 }, () => begin(greedy.key)));
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

/** A request whose body never comes, once the server waits for it. */
async function begin(key: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /v1/chat/completions HTTP/1.1', 'Host: here', `Authorization: Bearer ${key}`];
  const body = ['Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'];
  socket.write([...head, ...body, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 100 /);
  return socket;
}
