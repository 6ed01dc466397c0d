import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { broadcastEvents, sendAnswer } from '@polylogue/api-contract';
import { BroadcastEvent, type SendMessageRequest } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { framesOf, startGateway, type RunningGateway } from './gateway.js';
import { replyEvents } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;
const allOf = async (answer: Response) => {
  const frames = [];
  for await (const frame of framesOf(answer)) frames.push(frame);
  return frames;
};
const body = { message: 'Hi', selectedAIs: ['gpt'], mode: 'selective' };
const asStream = { accept: 'text/event-stream' };

beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.broadcasts.sendMessage = () => replyEvents();
  gateway.upstreams.servers.conversation.calls.length = 0;
});

const send = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
  gateway.ask('/api/send-message', { method: 'POST', body, cookie, headers, signal });

describe('POST /api/send-message', () => {
  it('answers JSON when all have answered', async () => {
    const answer = await send();
    expect(answer.status).toBe(200);
    const said = sendAnswer.parse(await answer.json());
    expect(said.results).toMatchObject([{ aiService: 'gpt', success: true, content: 'Hello there', tokens: 2 }]);
  });

  it('streams when events are requested, each with a growing id', async () => {
    const answer = await send(asStream);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect(answer.headers.get('content-encoding')).toBeNull();
    const frames = [];
    for await (const frame of framesOf(answer)) frames.push(frame);
    expect(frames.map(({ event }) => event)).toEqual(['accepted', 'delta', 'delta', 'reply', 'done']);
    expect(frames.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(frames[1]!.data['text'] as string).toBe('Hello ');
  });

  it('begins a comparison of its own where the caller wants one', async () => {
    for (const ownComparison of [true, false, undefined]) {
      await gateway.ask('/api/send-message', { method: 'POST', body: { ...body, ownComparison }, cookie });
    }
    const requests = gateway.upstreams.servers.conversation.calls.map(({ request }) => request as SendMessageRequest);
    expect(requests.map((each) => each.ownComparison?.history)).toEqual([[], undefined, undefined]);
  });

  it('queues a message where the caller wants it to wait', async () => {
    for (const queued of [true, false, undefined]) {
      await gateway.ask('/api/send-message', { method: 'POST', body: { ...body, queued }, cookie });
    }
    const requests = gateway.upstreams.servers.conversation.calls.map(({ request }) => request as SendMessageRequest);
    expect(requests.map((each) => each.queued)).toEqual([true, undefined, undefined]);
  });

  it('hands on how services are to answer, and says what is wrong with that', async () => {
    const settings = { systemPrompt: 'Short.', temperature: 0.2, webSearch: true };
    const post = (more: object) =>
      gateway.ask('/api/send-message', { method: 'POST', body: { ...body, ...more }, cookie });
    for (const wanted of [settings, {}, undefined]) await post({ settings: wanted });
    const requests = gateway.upstreams.servers.conversation.calls.map(({ request }) => request as SendMessageRequest);
    expect(requests.map((each) => each.comparisonSettings)).toMatchObject([settings, {}, undefined]);
    const refused = await post({ settings: { temperature: 2.1 } });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'The temperature must be between 0 and 2.' });
  });

  it('hands on the caller, the request id and the idempotency key', async () => {
    const key = randomUUID();
    const answer = await send({ 'idempotency-key': key, 'x-request-id': 'req-7' });
    expect(answer.headers.get('x-request-id')).toBe('req-7');
    const [{ request, call }] = gateway.upstreams.servers.conversation.calls as [
      (typeof gateway.upstreams.servers.conversation.calls)[0],
    ];
    expect(request).toMatchObject({ message: 'Hi', aiServices: ['gpt'], idempotencyKey: key });
    expect(call).toMatchObject({
      issuer: 'gateway',
      requestId: 'req-7',
      caller: { isApproved: true, onBehalfOf: false },
    });
  });

  it('answers a refusal before the first event with its status, in both forms', async () => {
    gateway.upstreams.broadcasts.sendMessage = () => {
      throw new AppError('unusable', 'idempotency_key_reused', 'This key was used for another message.');
    };
    for (const headers of [{}, asStream]) {
      const answer = await send(headers);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ code: 'idempotency_key_reused' });
    }
  });

  it('ends a stream that breaks in the middle with an error, so that no client takes it for the whole', async () => {
    gateway.upstreams.broadcasts.sendMessage = async function* () {
      yield* firstOf(replyEvents(), 2);
      throw new AppError('unavailable', 'lost', 'Lost.', { retryAfterSeconds: 3 });
    };
    const frames = await allOf(await send({ ...asStream, 'x-request-id': 'req-8' }));
    expect(frames.map(({ event }) => event)).toEqual(['accepted', 'delta', 'error']);
    const error = { error: 'Lost.', code: 'lost', status: 503, retryAfter: 3, requestId: 'req-8' };
    expect(broadcastEvents.error.parse(frames.at(-1)!.data)).toEqual(error);
  });

  it('ends a stream that is refused after it has opened with an error, too', async () => {
    gateway.upstreams.broadcasts.sendMessage = async function* () {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      yield* firstOf(replyEvents(), 0);
      throw new AppError('unavailable', 'database_unavailable', 'The database is not available right now.');
    };
    const answer = await send(asStream);
    expect(answer.status).toBe(200);
    const frames = await allOf(answer);
    expect(frames).toMatchObject([{ event: 'error', data: { code: 'database_unavailable', status: 503 } }]);
  });

  it.each([[{}], [asStream]])('never ends without a word: with an error where nothing came (%j)', async (headers) => {
    gateway.upstreams.broadcasts.sendMessage = () => firstOf(replyEvents(), 0);
    const answer = await send(headers);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'stream_ended_early' });
  });

  it('stops reading when the reader goes, and cancels nothing', async () => {
    let watching: AbortSignal | undefined;
    gateway.upstreams.broadcasts.sendMessage = async function* (_request, call) {
      watching = call.signal;
      yield* firstOf(replyEvents(), 1);
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    };
    const page = new AbortController();
    const answer = await send(asStream, page.signal);
    for await (const frame of framesOf(answer)) {
      expect(frame.event).toBe('accepted');
      break;
    }
    page.abort();
    await until(() => watching?.aborted, { what: 'the end of the subscription' });
    expect(gateway.upstreams.servers.conversation.calls.map(({ method }) => method)).toEqual(['sendMessage']);
  });

  it('answers 503 with Retry-After while conversation is away', async () => {
    gateway.upstreams.broadcasts.sendMessage = () => {
      throw new AppError('unavailable', 'database_unavailable', 'The database is not available right now.', {
        retryAfterSeconds: 2,
      });
    };
    const answer = await send();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});

describe('a broadcast taken up again', () => {
  const id = randomUUID();
  const resumed: unknown[] = [];

  beforeEach(() => {
    resumed.length = 0;
    gateway.upstreams.broadcasts.resumeBroadcast = (request) => {
      resumed.push(request);
      return replyEvents();
    };
  });

  it.each([
    ['', {}, 0],
    ['', { 'last-event-id': '41' }, 41],
    ['?lastEventId=17', {}, 17],
    ['?lastEventId=17', { 'last-event-id': '41' }, 41],
  ])('goes on after what was seen: %s %j', async (query, headers, afterId) => {
    const answer = await gateway.ask(`/api/broadcasts/${id}/events${query}`, { cookie, headers });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    await answer.text();
    expect(resumed).toEqual([{ broadcastId: id, afterId }]);
  });

  it('is taken up once more, after its last event, when its replica of conversation goes away', async () => {
    const gone = new AppError('unavailable', 'shutting_down', 'The service is restarting.');
    gateway.upstreams.broadcasts.resumeBroadcast = async function* (request) {
      resumed.push(request);
      const delta = { aiService: 'gpt', text: 'more' };
      yield await Promise.resolve(
        BroadcastEvent.fromPartial({ id: 4 + resumed.length, event: { $case: 'delta', delta } }),
      );
      if (resumed.length === 1) throw gone;
      yield BroadcastEvent.fromPartial({ id: 9, event: { $case: 'done', done: { broadcastId: id } } });
    };
    const frames = await allOf(
      await gateway.ask(`/api/broadcasts/${id}/events`, { cookie, headers: { 'last-event-id': '4' } }),
    );
    expect(frames.map((frame) => `${frame.id} ${frame.event}`)).toEqual(['5 delta', '6 delta', '9 done']);
    expect(resumed).toEqual([
      { broadcastId: id, afterId: 4 },
      { broadcastId: id, afterId: 5 },
    ]);
  });

  it('is missing when it is another user’s', async () => {
    gateway.upstreams.broadcasts.resumeBroadcast = () => {
      throw new AppError('not_found', 'broadcast_not_found', 'There is no such broadcast.');
    };
    const answer = await gateway.ask(`/api/broadcasts/${id}/events`, { cookie });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'broadcast_not_found' });
  });

  it('is not requested with a number that is none', async () => {
    for (const [query, headers] of [
      ['?lastEventId=x', {}],
      ['', { 'last-event-id': 'x' }],
      ['', { 'last-event-id': '-1' }],
    ] as const) {
      expect((await gateway.ask(`/api/broadcasts/${id}/events${query}`, { cookie, headers })).status).toBe(400);
    }
    expect(resumed).toEqual([]);
  });

  it('can be cancelled, in part or whole', async () => {
    gateway.upstreams.broadcasts.cancelBroadcast = () => Promise.resolve({ cancelled: 1 });
    const part = await gateway.ask(`/api/broadcasts/${id}/cancel`, {
      method: 'POST',
      body: { aiServices: ['gpt'] },
      cookie,
    });
    expect(await part.json()).toEqual({ cancelled: 1 });
    expect((await gateway.ask(`/api/broadcasts/${id}/cancel`, { method: 'POST', cookie })).status).toBe(200);
    const requests = gateway.upstreams.servers.conversation.calls.map(({ request }) => request);
    expect(requests).toEqual([
      { broadcastId: id, aiServices: ['gpt'] },
      { broadcastId: id, aiServices: [] },
    ]);
  });

  it('can be repeated for one reply', async () => {
    gateway.upstreams.broadcasts.retryReply = () => replyEvents();
    const answer = await gateway.ask(`/api/messages/${id}/retry`, { method: 'POST', cookie });
    expect(sendAnswer.parse(await answer.json()).results).toHaveLength(1);
  });

  it('can be repeated as a whole, to services one names', async () => {
    gateway.upstreams.broadcasts.replayBroadcast = () => replyEvents();
    const replay = (body: unknown) =>
      gateway.ask(`/api/broadcasts/${id}/replay`, { method: 'POST', cookie, body, headers: { 'idempotency-key': id } });
    const answer = await replay({ selectedAIs: ['gpt'] });
    expect(sendAnswer.parse(await answer.json()).results).toHaveLength(1);
    const requests = gateway.upstreams.servers.conversation.calls.map(({ request }) => request);
    expect(requests).toEqual([{ broadcastId: id, aiServices: ['gpt'], idempotencyKey: id }]);
    expect((await replay({ selectedAIs: [] })).status).toBe(400);
    expect((await replay({})).status).toBe(400);
  });
});

async function* firstOf(events: AsyncIterable<BroadcastEvent>, count: number) {
  let left = count;
  for await (const event of events) {
    if (left-- === 0) return;
    yield event;
  }
}
