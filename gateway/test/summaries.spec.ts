import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorAnswer, estimate, responsesSummary, sendAnswer } from '@polylogue/api-contract';
import {
  PriceKnowledge,
  ReplyStatus,
  RoundSummary,
  SummaryKind,
  type CallEstimate,
  type ContinueSummaryRequest,
  type EstimateSummaryRequest,
  type SummarizeRequest,
  type SummaryEvent,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { framesOf, startGateway, type Frame, type RequestParts, type RunningGateway } from './gateway.js';
import { replyEvents } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;
const timestamp = '2026-01-02T03:04:05.678Z';
const responses = ['GPT', 'Claude'].map((aiService) => ({ aiService, content: 'Cats purr.', timestamp }));

beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.servers['ai-dispatch'].calls.length = 0;
  gateway.upstreams.summaries.summarizeReplies = () =>
    Promise.resolve({ summary: 'They agree.', aiService: 'sage', displayName: 'Sage' });
});

const post = (body: unknown, more: RequestParts = {}) =>
  gateway.ask('/api/summarize-responses', { method: 'POST', cookie, body, ...more });
const calls = () =>
  gateway.upstreams.servers['ai-dispatch'].calls.filter(({ method }) => method === 'summarizeReplies');

describe('POST /api/summarize-responses', () => {
  it('answers the summary and who wrote it', async () => {
    const key = randomUUID();
    const answer = await post({ responses, summarizerAI: 'sage' }, { headers: { 'idempotency-key': key } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ summary: 'They agree.', summarizerAI: 'Sage' });
    expect(calls().map(({ request }) => request)).toMatchObject([
      { replies: responses, summarizer: 'sage', idempotencyKey: key },
    ]);
  });

  it.each([{}, { summarizerAI: null }])('leaves the choice open: %j', async (more) => {
    expect((await post({ responses, ...more })).status).toBe(200);
    expect(calls()[0]!.request).toMatchObject({ summarizer: undefined });
  });

  it.each<[string, unknown, string | undefined]>([
    ['a single response', { responses: responses.slice(0, 1) }, 'At least 2 AI responses are needed for comparison'],
    ['no responses', {}, undefined],
    ['too many', { responses: Array.from({ length: 25 }, () => responses[0]) }, undefined],
    ['an empty one', { responses: [{ ...responses[0], content: ' ' }, responses[1]] }, undefined],
    ['no time', { responses: [{ ...responses[0], timestamp: 'yesterday' }, responses[1]] }, undefined],
    ['a name that is none', { responses, summarizerAI: '../x' }, undefined],
    ['a field of the server', { responses, summary: 'x' }, undefined],
  ])('refuses %s and spends nothing', async (_what, body, sentence) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    const said = errorAnswer.parse(await answer.json());
    if (sentence) expect(said.error).toBe(sentence);
    expect(calls()).toHaveLength(0);
  });

  it('says what went wrong at the provider', async () => {
    gateway.upstreams.summaries.summarizeReplies = () =>
      Promise.reject(new AppError('unavailable', 'timeout_total', 'Sage took too long.', { retryAfterSeconds: 5 }));
    const answer = await post({ responses });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'timeout_total', error: 'Sage took too long.' });
  });

  it('stops when the reader goes away', async () => {
    let stopped = false;
    gateway.upstreams.summaries.summarizeReplies = (_request, call) =>
      new Promise((_resolve, reject) =>
        call.signal.addEventListener('abort', () => {
          stopped = true;
          reject(call.signal.reason as Error);
        }),
      );
    const page = new AbortController();
    const answer = post({ responses }, { signal: page.signal }).catch((error: unknown) => error);
    await until(() => calls().length === 1);
    page.abort();
    await answer;
    await until(() => stopped);
  });
});

describe('POST /api/summarize-responses with the ids of stored replies', () => {
  const messageIds = [randomUUID(), randomUUID()];
  const kept = RoundSummary.fromPartial({
    id: randomUUID(),
    broadcastId: randomUUID(),
    messageIds,
    replyServices: ['gpt', 'claude'],
    kind: SummaryKind.MERGE,
    aiService: 'gpt',
    content: 'They agree.',
    status: ReplyStatus.COMPLETED,
    createdAt: new Date(timestamp),
    generation: { displayName: 'GPT-4', color: '#10a37f', model: 'gpt-4' },
  });
  const requests: SummarizeRequest[] = [];
  const answers = (...events: SummaryEvent['event'][]) => {
    gateway.upstreams.roundSummaries.summarize = async function* (request) {
      requests.push(request);
      for (const event of events) yield await Promise.resolve({ event });
    };
  };
  beforeEach(() => {
    requests.length = 0;
    answers(
      { $case: 'accepted', accepted: { ...kept, content: '', status: ReplyStatus.PENDING } },
      { $case: 'delta', delta: { text: 'They ' } },
      { $case: 'delta', delta: { text: 'agree.' } },
      { $case: 'done', done: kept },
    );
  });

  it('answers the summary as it is kept, with its service as it was called then', async () => {
    const body = { messageIds, kind: 'instruction', instruction: 'As a haiku.', summarizerAI: 'gpt' };
    const answer = await post(body, { headers: { 'idempotency-key': randomUUID() } });
    expect(answer.status).toBe(200);
    const said = responsesSummary.parse(await answer.json());
    expect(said).toMatchObject({ summary: 'They agree.', summarizerAI: 'GPT-4', kept: { kind: 'merge', messageIds } });
    expect(requests).toMatchObject([{ messageIds, instruction: 'As a haiku.', kind: SummaryKind.INSTRUCTION }]);
    expect(calls()).toHaveLength(0);
  });

  it('streams it: who writes it, its text, and how it is kept', async () => {
    const answer = await post({ messageIds }, { headers: { accept: 'text/event-stream' } });
    const frames: Frame[] = [];
    for await (const frame of framesOf(answer)) frames.push(frame);
    expect(frames.map(({ event }) => event)).toEqual(['accepted', 'delta', 'delta', 'done']);
    expect(frames.at(-1)!.data).toMatchObject({ summary: 'They agree.', kept: { id: kept.id, status: 'completed' } });
  });

  it('is an error as JSON when it does not come to its end, and says so in its stream', async () => {
    const done = { ...kept, status: ReplyStatus.INTERRUPTED, error: 'GPT fell silent.', errorCode: 'timeout_gap' };
    answers({ $case: 'done', done });
    const refused = await post({ messageIds });
    expect(refused.status).toBe(503);
    expect(errorAnswer.parse(await refused.json())).toMatchObject({ code: 'timeout_gap', error: 'GPT fell silent.' });
    const answer = await post({ messageIds }, { headers: { accept: 'text/event-stream' } });
    for await (const { data } of framesOf(answer)) {
      expect(data).toMatchObject({ kept: { status: 'interrupted', error: 'GPT fell silent.' } });
    }
  });

  it.each<[string, object]>([
    ['a single id', { messageIds: messageIds.slice(0, 1) }],
    ['the same id twice', { messageIds: [messageIds[0], messageIds[0]] }],
    ['an instruction that is none', { messageIds, kind: 'instruction', instruction: ' ' }],
    ['a kind that is none', { messageIds, kind: 'poem' }],
  ])('refuses %s', async (_what, body) => {
    expect((await post(body)).status).toBe(400);
    expect(requests).toHaveLength(0);
  });

  it('lists, cancels and deletes what is kept', async () => {
    const { roundSummaries } = gateway.upstreams;
    roundSummaries.listSummaries = () => Promise.resolve({ summaries: [kept] });
    roundSummaries.cancelSummary = () => Promise.resolve({ cancelled: true });
    roundSummaries.deleteSummary = () => Promise.resolve({});
    const list = await gateway.ask(`/api/broadcasts/${kept.broadcastId}/summaries`, { cookie });
    expect(await list.json()).toMatchObject([{ id: kept.id, aiService: { name: 'gpt', displayName: 'GPT-4' } }]);
    const path = `/api/summaries/${kept.id}`;
    expect(await (await gateway.ask(`${path}/cancel`, { method: 'POST', cookie })).json()).toEqual({ cancelled: true });
    expect((await gateway.ask(path, { method: 'DELETE', cookie })).status).toBe(204);
  });

  it('is continued like a conversation', async () => {
    const seen: ContinueSummaryRequest[] = [];
    gateway.upstreams.roundSummaries.continueSummary = (request) => {
      seen.push(request);
      return replyEvents();
    };
    const body = { selectedAIs: ['gpt'], newMessage: 'Why?' };
    const answer = await gateway.ask(`/api/summaries/${kept.id}/continue`, { method: 'POST', cookie, body });
    expect(sendAnswer.parse(await answer.json()).results).toHaveLength(1);
    expect(seen).toMatchObject([{ id: kept.id, message: 'Why?', aiServices: ['gpt'] }]);
  });
});

describe('POST /api/summaries/estimate', () => {
  const messageIds = [randomUUID(), randomUUID()];
  const asked: EstimateSummaryRequest[] = [];
  const known = { aiService: 'gpt', price: PriceKnowledge.KNOWN, typicalMs: 8_300 };
  const answers = (price: CallEstimate) => {
    gateway.upstreams.roundSummaries.estimateSummary = (request) => {
      asked.push(request);
      return Promise.resolve({ estimate: price });
    };
  };
  const priceOf = (body: unknown, parts: RequestParts = {}) =>
    gateway.ask('/api/summaries/estimate', { method: 'POST', cookie, body, ...parts });
  beforeEach(() => {
    asked.length = 0;
    answers({ ...known, cost: { lowMicros: 2_000, highMicros: 10_000 } });
  });

  it('answers the price and the time of whom would write it, and takes nothing of the allowance', async () => {
    const body = { messageIds, kind: 'instruction', instructionBytes: 12, summarizerAI: 'gpt' };
    const answer = await priceOf(body);
    expect(answer.status).toBe(200);
    expect(estimate.parse(await answer.json())).toEqual({
      services: [{ aiService: 'gpt', price: 'known', cost: { low: 0.002, high: 0.01, currency: 'USD' }, seconds: 8.3 }],
      cost: { low: 0.002, high: 0.01, currency: 'USD' },
      seconds: 8.3,
    });
    expect(asked).toEqual([{ messageIds, kind: SummaryKind.INSTRUCTION, instructionBytes: 12, aiService: 'gpt' }]);
    expect(gateway.upstreams.servers['ai-dispatch'].calls.map(({ method }) => method)).not.toContain('takeAllowance');
  });

  it('leaves the choice open, and says of a price that it is not known', async () => {
    answers({ ...known, price: PriceKnowledge.UNKNOWN });
    const priced = estimate.parse(await (await priceOf({ messageIds, summarizerAI: null })).json());
    expect(priced).toMatchObject({ services: [{ price: 'unknown', note: expect.any(String) }], cost: null });
    expect(asked).toMatchObject([{ kind: SummaryKind.COMPARE, aiService: undefined, instructionBytes: undefined }]);
  });

  it('says why there is none, as for the summary', async () => {
    gateway.upstreams.roundSummaries.estimateSummary = () =>
      Promise.reject(new AppError('not_found', 'replies_not_found', 'Some of these replies are not there.'));
    const answer = await priceOf({ messageIds });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'replies_not_found' }]);
  });

  it.each<[string, object]>([
    ['a single id', { messageIds: messageIds.slice(0, 1) }],
    ['the same id twice', { messageIds: [messageIds[0], messageIds[0]] }],
    ['no ids', { responses }],
    ['no instruction', { messageIds, kind: 'instruction' }],
    ['half a byte', { messageIds, instructionBytes: 0.5 }],
    ['more than an instruction can have', { messageIds, instructionBytes: 8_001 }],
  ])('refuses %s', async (_what, body) => {
    expect((await priceOf(body)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('is for those who may send', async () => {
    const waiting = await gateway.aUser('unapproved');
    const answer = await priceOf({ messageIds }, { cookie: waiting.cookie });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'approval_required' }]);
    expect(asked).toEqual([]);
  });
});
