import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorAnswer } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { startGateway, type RequestParts, type RunningGateway } from './gateway.js';

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
