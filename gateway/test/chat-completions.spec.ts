import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AiService,
  BroadcastEvent,
  Category,
  Comparison,
  ExecutionPart,
  ExecutionStatus,
  Reply,
  ReplyStatus,
  SavedQuery,
  SummaryEvent,
  SummaryKind,
  TriggerType,
  type ContinueComparisonRequest,
  type RoundSummary,
  type SummarizeRequest,
  type Usage,
} from '@polylogue/proto';
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

interface Chunk {
  choices: { delta: { content?: string }; finish_reason: string | null }[];
  usage?: object;
}

const broadcastId = '0191f0a0-0000-7000-8000-000000000048';
const question = { model: 'polylogue/gpt', messages: [{ role: 'user', content: 'Hi' }] };

async function aKey(scopes = ['send']) {
  const body = { name: 'A script', scopes };
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

describe('a saved query as a model', () => {
  const model = 'polylogue/saved/7';
  const silent = { model, messages: [{ role: 'user', content: '' }] };
  const query = SavedQuery.fromPartial({
    id: 7,
    title: 'Daily',
    aiServices: ['gpt', 'claude'],
    schedule: {},
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  const usage = { inputTokens: 2, outputTokens: 3 };
  const results: ExecutionPart[] = ['claude', 'gpt'].map((aiService) =>
    ExecutionPart.fromPartial({
      part: { $case: 'result', result: { aiService, response: `${aiService} says.`, usage, createdAt: new Date() } },
    }),
  );
  const execution = (status: ExecutionStatus, more: object = {}) =>
    ExecutionPart.fromPartial({
      part: {
        $case: 'execution',
        execution: { id: 12, status, triggerType: TriggerType.MANUAL, executedAt: new Date(), ...more },
      },
    });

  /** What is found each time it is looked. */
  function runs(...looks: ExecutionPart[][]) {
    let look = -1;
    gateway.upstreams.savedQueries.getSavedQuery = () => Promise.resolve(query);
    gateway.upstreams.savedQueries.executeSavedQuery = () => {
      look = 0;
      return Promise.resolve({ executionId: 12 });
    };
    gateway.upstreams.savedQueries.listExecutions = async function* () {
      yield* await Promise.resolve(look < 0 ? [] : looks[Math.min(look++, looks.length - 1)]!);
    };
  }
  const codeOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { error: { code: string } }).error.code,
  ];

  it('answers with its results in its order, and says where they are kept', async () => {
    const { PENDING, COMPLETED } = ExecutionStatus;
    runs([execution(PENDING)], [execution(PENDING), results[0]!], [execution(COMPLETED), ...results]);
    const answer = await complete((await aKey(['send', 'schedules'])).key, silent);
    expect(await answer.json()).toMatchObject({
      id: 'chatcmpl-12',
      choices: [{ message: { content: '## GPT\n\ngpt says.\n\n## claude\n\nclaude says.' } }],
      usage: { prompt_tokens: 4, completion_tokens: 6, total_tokens: 10 },
      metadata: { saved_query: `${gateway.url}/saved-queries/7`, execution_id: '12' },
    });
    expect(answer.headers.get('x-polylogue-saved-query')).toBe(`${gateway.url}/saved-queries/7`);
  });

  it('that failed before it asked anyone is an error', async () => {
    runs([execution(ExecutionStatus.FAILED, { errorMessage: 'Your account is waiting for approval.' })]);
    const answer = await complete((await aKey(['send', 'schedules'])).key, silent);
    expect(await codeOf(answer)).toEqual([503, 'run_failed']);
  });

  it('is no model of a key that may not run it, and takes no question', async () => {
    runs([execution(ExecutionStatus.COMPLETED), ...results]);
    expect(await codeOf(await complete((await aKey()).key, silent))).toEqual([403, 'scope_missing']);
    const { key } = await aKey(['read', 'send', 'schedules']);
    const asking = { model, messages: [{ role: 'user', content: 'Hi' }] };
    expect(await codeOf(await complete(key, asking))).toEqual([400, 'invalid_messages']);
    gateway.upstreams.savedQueries.listSavedQueries = () => Promise.resolve({ savedQueries: [query] });
    const modelsOf = async (by: string) => {
      const listed = await gateway.ask('/v1/models', { headers: { authorization: `Bearer ${by}` } });
      return ((await listed.json()) as { data: { id: string; name?: string }[] }).data.map(({ id, name }) => [
        id,
        name,
      ]);
    };
    expect(await modelsOf(key)).toContainEqual([model, 'Daily']);
    expect(await modelsOf((await aKey(['read'])).key)).not.toContainEqual([model, 'Daily']);
    gateway.upstreams.savedQueries.listSavedQueries = () =>
      Promise.reject(new AppError('unavailable', 'away', 'Away.'));
    expect(await modelsOf(key)).toContainEqual(['polylogue/gpt', undefined]);
  });
});

describe('a merged answer', () => {
  const merged = { model: 'polylogue/merged', messages: [{ role: 'user', content: 'Hi' }] };
  const id = '0191f0a0-0000-7000-8000-000000000049';
  const { COMPLETED, FAILED } = ReplyStatus;
  const reply = (aiService: string, content: string, status = COMPLETED) =>
    Reply.fromPartial({
      aiService,
      messageId: `of ${aiService}`,
      content,
      status,
      error: 'It did not answer.',
      stopReason: 'length',
      usage: { inputTokens: 10, outputTokens: 20 },
    });
  let made: SummarizeRequest[];
  let cancelled: string[];

  function replied(...replies: Reply[]) {
    gateway.upstreams.broadcasts.sendMessage = async function* () {
      yield await Promise.resolve(
        BroadcastEvent.fromPartial({ id: 1, event: { $case: 'accepted', accepted: { broadcastId } } }),
      );
      yield BroadcastEvent.fromPartial({ id: 2, event: { $case: 'delta', delta: { aiService: 'gpt', text: 'Ro' } } });
      yield BroadcastEvent.fromPartial({ id: 3, event: { $case: 'done', done: { broadcastId, replies } } });
    };
  }
  function summarizedAs(end: Partial<RoundSummary>, until: () => Promise<unknown> = () => Promise.resolve()) {
    gateway.upstreams.roundSummaries.summarize = async function* (request) {
      made.push(request);
      yield SummaryEvent.fromPartial({ event: { $case: 'accepted', accepted: { id } } });
      yield SummaryEvent.fromPartial({ event: { $case: 'delta', delta: { text: 'Both ' } } });
      await until();
      yield SummaryEvent.fromPartial({ event: { $case: 'done', done: { id, ...end } } });
    };
  }
  beforeEach(() => {
    [made, cancelled] = [[], []];
    gateway.upstreams.catalog.listAiServices = () => {
      const services = ['gpt', 'claude'].map((name) =>
        AiService.fromPartial({ name, displayName: name, category: Category.TEXT }),
      );
      return Promise.resolve({ services, formerServices: [] });
    };
    gateway.upstreams.roundSummaries.cancelSummary = (request) => {
      cancelled.push(request.id);
      return Promise.resolve({ cancelled: true });
    };
  });

  it('is made of all replies and streamed alone, and its usage is that of all', async () => {
    replied(reply('gpt', 'Rome.'), reply('claude', 'Roma.'));
    summarizedAs({ content: 'Both agree.', status: COMPLETED, usage: { inputTokens: 5, outputTokens: 6 } as Usage });
    const answer = await complete((await aKey()).key, {
      ...merged,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = (await answer.text())
      .split('\n\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)) as Chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Both agree.');
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop']);
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 25, completion_tokens: 46, total_tokens: 71 });
    expect(made).toMatchObject([
      { messageIds: ['of gpt', 'of claude'], kind: SummaryKind.MERGE, aiService: undefined },
    ]);
    expect(answer.headers.get('x-polylogue-broadcast')).toBe(broadcastId);
  });

  it('of one reply is that reply, and of none an error', async () => {
    replied(reply('gpt', 'Rome.'), reply('claude', '', FAILED));
    const { key } = await aKey();
    expect(await (await complete(key, merged)).json()).toMatchObject({
      choices: [{ message: { content: 'Rome.' } }],
      usage: { prompt_tokens: 20, completion_tokens: 40 },
    });
    replied(reply('gpt', '', FAILED), reply('claude', '', FAILED));
    const answer = await complete(key, merged);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: expect.objectContaining({ message: 'It did not answer.' }) },
    ]);
    expect(made).toEqual([]);
  });

  it('that failed is not to be sent again by a library: it would be another message', async () => {
    replied(reply('gpt', '', FAILED));
    const answer = await complete((await aKey()).key, merged);
    expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([503, 'false']);
    const refused = await complete((await aKey(['read'])).key, merged);
    expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([403, 'false']);
    gateway.upstreams.catalog.listAiServices = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
    const untaken = await complete((await aKey()).key, merged);
    expect([untaken.status, untaken.headers.get('x-should-retry')]).toEqual([503, 'true']);
  });

  it.each([
    ['invalid_key', 502, 'api_error'],
    ['rate_limited', 429, 'rate_limit_error'],
    ['bad_request', 400, 'invalid_request_error'],
    ['timeout_total', 504, 'api_error'],
  ])(
    'that failed with %s is answered with a status to act on, also within a stream',
    async (errorCode, status, type) => {
      replied({ ...reply('gpt', '', FAILED), errorCode });
      const { key } = await aKey();
      const whole = await complete(key, merged);
      const error = { message: 'It did not answer.', type, param: null, code: errorCode };
      expect([whole.status, await whole.json()]).toEqual([status, { error }]);
      const streamed = await (await complete(key, { ...merged, stream: true })).text();
      expect(streamed.trimEnd().split('\n\n').at(-1)).toBe(`data: ${JSON.stringify({ error })}`);
    },
  );

  it('that no service could make is an error', async () => {
    replied(reply('gpt', 'Rome.'), reply('claude', 'Roma.'));
    summarizedAs({ content: '', status: FAILED, error: 'Sage is away.', errorCode: 'unreachable' });
    const answer = await complete((await aKey()).key, merged);
    expect([answer.status, await answer.json()]).toEqual([
      502,
      { error: expect.objectContaining({ message: 'Sage is away.', code: 'unreachable' }) },
    ]);
  });

  it('by a key that is limited to some services is made by one of them', async () => {
    replied(reply('gpt', 'Rome.'), reply('claude', 'Roma.'));
    summarizedAs({ content: 'Both agree.', status: COMPLETED });
    const body = { name: 'Two', scopes: ['send'], aiServices: ['claude', 'gpt'] };
    const limited = await gateway.ask('/api/account/keys', { method: 'POST', cookie: eve.cookie, body });
    const { key } = (await limited.json()) as { key: string };
    expect((await complete(key, merged)).status).toBe(200);
    expect(made).toMatchObject([{ aiService: 'gpt' }]);
  });

  it('whose caller hangs up is cancelled while it is made', async () => {
    replied(reply('gpt', 'Rome.'), reply('claude', 'Roma.'));
    summarizedAs({ content: 'Both', status: COMPLETED }, () => until(() => cancelled.length > 0));
    const gone = new AbortController();
    const { key } = await aKey();
    const answer = await gateway.ask('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: { ...merged, stream: true },
      signal: gone.signal,
    });
    const reader = answer.body!.getReader();
    for (let text = ''; !text.includes('Both');) {
      text += new TextDecoder().decode((await reader.read()).value as Uint8Array);
    }
    gone.abort();
    await until(() => cancelled.length > 0);
    expect(cancelled).toEqual([id]);
  });
});

describe('a completion that goes on with a comparison', () => {
  const comparison = '0191f0a0-0000-7000-8000-00000000004a';
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where?' },
    { role: 'assistant', content: 'Rome.' },
    { role: 'user', content: 'And when?' },
  ];
  let sent: ContinueComparisonRequest[];
  let key: string;
  beforeAll(async () => {
    eve = await gateway.aUser();
    ({ key } = await aKey());
  });
  beforeEach(() => {
    sent = [];
    const { catalog, comparisons, broadcasts } = gateway.upstreams;
    const offered = ['gpt', 'claude', 'sage'].map((name) =>
      AiService.fromPartial({ name, displayName: name, category: Category.TEXT }),
    );
    catalog.listAiServices = () => Promise.resolve({ services: offered, formerServices: [] });
    comparisons.getComparison = ({ id }) => {
      if (id !== comparison) {
        return Promise.reject(new AppError('not_found', 'comparison_not_found', 'There is no such comparison.'));
      }
      const conversations = ['gpt', 'claude'].map((aiService) => ({ aiService }));
      return Promise.resolve(Comparison.fromPartial({ id, conversations }));
    };
    broadcasts.continueComparison = async function* (request) {
      sent.push(request);
      const replies = request.aiServices.map((aiService) =>
        Reply.fromPartial({ aiService, content: 'In spring.', status: ReplyStatus.COMPLETED }),
      );
      yield await Promise.resolve(
        BroadcastEvent.fromPartial({ id: 1, event: { $case: 'accepted', accepted: { broadcastId } } }),
      );
      yield BroadcastEvent.fromPartial({ id: 2, event: { $case: 'done', done: { broadcastId, replies } } });
    };
  });
  const goOn = (metadata: object, model = 'polylogue/all') => complete(key, { model, messages, metadata });

  it('sends the last message only, to the services that are in it, and says the same address again', async () => {
    const address = `${gateway.url}/history/${comparison}`;
    for (const named of [comparison, address, comparison.toUpperCase()]) {
      const answer = await goOn({ comparison: named, broadcast_id: broadcastId });
      expect(answer.headers.get('x-polylogue-comparison')).toBe(address);
      expect(await answer.json()).toMatchObject({ metadata: { comparison: address, broadcast_id: broadcastId } });
    }
    await goOn({ comparison }, 'polylogue/claude');
    const wanted = { comparisonId: comparison, message: 'And when?', settings: { systemPrompt: 'Be brief.' } };
    expect(sent).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ ...wanted, aiServices: ['gpt', 'claude'] })),
      { ...wanted, aiServices: ['claude'] },
    ]);
  });

  it.each<[object, string, number, string]>([
    [{ comparison: broadcastId }, 'polylogue/all', 404, 'comparison_not_found'],
    [{ comparison: 'x' }, 'polylogue/all', 404, 'comparison_not_found'],
    [{ comparison: '' }, 'polylogue/all', 404, 'comparison_not_found'],
    [{ comparison }, 'polylogue/sage', 400, 'no_thread'],
    [{ topic: 'Rome' }, 'polylogue/all', 400, 'invalid_input'],
    [{ comparison }, 'polylogue/saved/7', 400, 'unsupported_parameter'],
  ])('is refused with %j of %s', async (metadata, model, status, code) => {
    const answer = await goOn(metadata, model);
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.objectContaining({ code }) }]);
    expect(sent).toEqual([]);
  });
});
