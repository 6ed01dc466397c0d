import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BroadcastEvent, ExecutionPart, ExecutionStatus, SavedQuery, TriggerType } from '@polylogue/proto';
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
