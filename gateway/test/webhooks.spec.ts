import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { webhook } from '@polylogue/api-contract';
import type { ReceiveWebhookRequest } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie } = await gateway.aUser());
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.servers.scheduler.calls.length = 0;
  gateway.upstreams.webhooks.receiveWebhook = () => Promise.resolve({ executionId: 12 });
});

const at = new Date('2026-11-23T09:00:00Z');
const headers = {
  'content-type': 'application/json',
  'webhook-id': 'msg_1',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,abc v1,def',
};
const post = (body: string, more: Record<string, string> = {}, path = '/7') =>
  fetch(`${gateway.url}/api/webhooks/saved-queries${path}`, { method: 'POST', headers: { ...headers, ...more }, body });
const received = () => gateway.upstreams.servers.scheduler.calls.map(({ request }) => request as ReceiveWebhookRequest);

describe('a message to a webhook', () => {
  it('is handed on byte for byte, without a session and for no user', async () => {
    const body = '{ "variables" : {"city":"K\\u00f6ln"} , "more": 1 }';
    const answer = await post(body);
    expect([answer.status, await answer.json()]).toEqual([202, { executionId: 12 }]);
    expect(received()).toEqual([
      {
        savedQueryId: 7,
        webhookId: 'msg_1',
        timestamp: '1614265330',
        signature: 'v1,abc v1,def',
        body: Buffer.from(body),
        variables: { city: 'Köln' },
      },
    ]);
    expect(gateway.upstreams.servers.scheduler.calls[0]!.call.caller).toBeUndefined();
  });

  it('needs no variables and no body', async () => {
    for (const body of ['', '{}']) expect((await post(body)).status).toBe(202);
    expect(received().map((each) => [each.body.toString(), each.variables])).toEqual([
      ['', {}],
      ['{}', {}],
    ]);
  });

  it.each([
    ['variables that are no texts', '{"variables":{"n":1}}', 400, 'A variable is a text.'],
    ['a name that no query could use', '{"variables":{"a-b":"x"}}', 400, 'letters, digits and _'],
    ['a name that is too long', JSON.stringify({ variables: { ['a'.repeat(41)]: 'x' } }), 400, 'at most 40 letters'],
    ['too many variables', JSON.stringify({ variables: many(21) }), 400, 'at most 20 variables'],
    ['a value that is too long', JSON.stringify({ variables: { a: 'x'.repeat(10_001) } }), 400, '10000 characters'],
    ['what is not JSON', '{', 400, 'not valid JSON'],
  ])('is refused with %s', async (_, body, status, sentence) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(sentence);
    expect(received()).toEqual([]);
  });

  it('is JSON, from no page of another site, and to a number', async () => {
    expect((await post('x=1', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post('{}', {}, '/seven')).status).toBe(404);
  });

  it('is answered with what the scheduler says', async () => {
    const refusals = [
      [new AppError('unauthenticated', 'wrong_signature', 'The signature is wrong.'), 401],
      [new AppError('not_found', 'webhook_not_found', 'There is no webhook at this address.'), 404],
      [new AppError('conflict', 'query_is_running', 'Running.', { retryAfterSeconds: 10 }), 409],
    ] as const;
    for (const [refusal, status] of refusals) {
      gateway.upstreams.webhooks.receiveWebhook = () => Promise.reject(refusal);
      const answer = await post('{}');
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: refusal.message, code: refusal.code });
    }
  });
});

describe('the webhook of a saved query', () => {
  const ask = (method: string, path = '/7/webhook') => gateway.ask(`/api/saved-queries${path}`, { method, cookie });

  it('is shown, renewed with a secret, and switched off', async () => {
    const { webhooks } = gateway.upstreams;
    webhooks.getWebhook = () => Promise.resolve({});
    webhooks.renewWebhook = () => Promise.resolve({ secret: 'whsec_x', webhook: { renewedAt: at } });
    webhooks.deleteWebhook = () => Promise.resolve({});
    expect(webhook.parse(await (await ask('GET')).json())).toEqual({ isOn: false, renewedAt: null, lastUsedAt: null });
    const renewed = await ask('POST');
    expect([renewed.status, await renewed.json()]).toEqual([
      201,
      { secret: 'whsec_x', webhook: { isOn: true, renewedAt: at.toISOString(), lastUsedAt: null } },
    ]);
    expect((await ask('DELETE')).status).toBe(204);
  });
});

function many(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 'x']));
}
