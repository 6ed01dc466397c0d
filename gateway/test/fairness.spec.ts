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
    expect(await refusals[0]!.json()).toMatchObject({ error: { type: 'rate_limit_error', code: 'too_many_streams' } });
    expect(new Set(refusals.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']));
    expect((await complete(greedy.key)).status).toBe(200);
  });
});
