import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BroadcastEvent } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let eve: Awaited<ReturnType<RunningGateway['aUser']>>;

beforeAll(async () => {
  gateway = await startGateway();
  eve = await gateway.aUser();
});
afterAll(() => gateway.close());

const broadcastId = '0191f0a0-0000-7000-8000-000000000048';
const question = { model: 'polylogue/gpt', messages: [{ role: 'user', content: 'Hi' }] };

async function aKey() {
  const body = { name: 'A script', scopes: ['send'] };
  const made = await gateway.ask('/api/account/keys', { method: 'POST', cookie: eve.cookie, body });
  return (await made.json()) as { key: string; apiKey: { id: string } };
}
const complete = (key: string, body: object = question) =>
  gateway.ask('/v1/chat/completions', { method: 'POST', headers: { authorization: `Bearer ${key}` }, body });

describe('a completion', () => {
  it('over the budget is refused in OpenAI’s shape, and nothing is sent', async () => {
    const { allowance, broadcasts } = gateway.upstreams;
    const refusal = 'Your budget for today does not leave room for this.';
    allowance.takeAllowance = () => Promise.reject(new AppError('rate_limited', 'budget_exhausted', refusal));
    let sent = 0;
    broadcasts.sendMessage = async function* () {
      sent += 1;
      yield await Promise.resolve(BroadcastEvent.fromPartial({}));
    };
    const answer = await complete((await aKey()).key);
    expect(answer.status).toBe(429);
    expect(await answer.json()).toEqual({
      error: { message: refusal, type: 'rate_limit_error', param: null, code: 'budget_exhausted' },
    });
    expect(sent).toBe(0);
    allowance.takeAllowance = () => Promise.resolve({ limited: false });
  });

  it('whose key is revoked while it streams ends with an error, and its broadcast is cancelled', async () => {
    const cancelled: string[] = [];
    gateway.upstreams.broadcasts.cancelBroadcast = (request) => {
      cancelled.push(request.broadcastId);
      return Promise.resolve({ cancelled: 1 });
    };
    gateway.upstreams.broadcasts.sendMessage = async function* () {
      const accepted = { broadcastId, targets: [] };
      yield BroadcastEvent.fromPartial({ id: 1, event: { $case: 'accepted', accepted } });
      yield BroadcastEvent.fromPartial({ id: 2, event: { $case: 'delta', delta: { aiService: 'gpt', text: 'Hel' } } });
      await until(() => cancelled.length > 0);
      const done = { broadcastId, replies: [] };
      yield BroadcastEvent.fromPartial({ id: 3, event: { $case: 'done', done } });
    };
    const { key, apiKey } = await aKey();
    const answer = await complete(key, { ...question, stream: true });
    expect(answer.headers.get('x-polylogue-broadcast')).toBe(broadcastId);
    let text = '';
    const reading = (async () => {
      for await (const bytes of answer.body!) text += new TextDecoder().decode(bytes as Uint8Array);
    })();
    await until(() => text.includes('Hel'));
    await gateway.ask(`/api/account/keys/${apiKey.id}`, { method: 'DELETE', cookie: eve.cookie });
    await reading;
    expect(text).toContain('"code":"signed_out"');
    expect(text).not.toContain('[DONE]');
    expect(cancelled).toEqual([broadcastId]);
  });
});
