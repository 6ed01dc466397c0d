import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ExecutionStatus,
  ExpiredRunsServiceDefinition,
  Generation,
  RunDigestsServiceDefinition,
  TriggerType,
} from '@polylogue/proto';
import type { TokenUser } from '@polylogue/service-kit';
import { anAdmin, aUser, closing, completed, delta, gate, until } from '@polylogue/test-kit';
import { as, asAdmin, change, input, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { breaks, saysAfter, saysCounted, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

const { add, closeAll } = closing();
let upstreams: Upstreams;
let scheduler: Scheduler;
let ada: TokenUser;

beforeEach(async () => {
  ada = aUser();
  upstreams = add(await scriptedUpstreams({ gpt: saysCounted('Hello.'), claude: saysCounted('Hi.') }));
  scheduler = add(
    await startScheduler(upstreams.url, { retries: { delaysMs: [10] }, env: { SCHEDULER_RETENTION_SECONDS: '0.2' } }),
  );
});
afterEach(closeAll);

const create = async (made = input()) => (await scheduler.queries.createSavedQuery({ input: made }, as(ada))).id;
const execute = async (id: number, idempotencyKey?: string) =>
  (await scheduler.queries.executeSavedQuery({ id, idempotencyKey }, as(ada))).executionId;
const history = (id: number) => scheduler.history(ada, id);
const ended = (id: number) =>
  until(async () => {
    const executions = await history(id);
    const isOver = executions.length > 0 && executions.every(({ status }) => /COMPLETED|FAILED/.test(status));
    return isOver ? executions : undefined;
  });
const published = async (subject: string) =>
  (await scheduler.rows('SELECT payload FROM scheduler.outbox WHERE subject = $1 ORDER BY position', [subject])).map(
    ({ payload }) => payload as Record<string, unknown>,
  );

describe('a run by hand', () => {
  it('sends the question to every service on behalf of the owner, and keeps the answers', async () => {
    const id = await create(manual({ aiServices: ['claude', 'gpt'] }));
    const executionId = await execute(id);
    const [execution] = await ended(id);
    expect(execution).toMatchObject({
      id: executionId,
      status: ExecutionStatus.COMPLETED,
      triggerType: TriggerType.MANUAL,
      successfulResponses: 2,
      totalResponses: 2,
      errorMessage: undefined,
      results: [
        { aiService: 'claude', response: 'Hi.', tokens: 5, responseTimeMs: 40 },
        { aiService: 'gpt', response: 'Hello.', tokens: 5 },
      ],
    });
    expect(upstreams.requests.map(({ messages }) => messages)).toEqual(
      [1, 2].map(() => [{ role: 'CHAT_ROLE_USER', content: 'What is new?' }]),
    );
    for (const { caller, issuer } of upstreams.callers) {
      expect([issuer, caller]).toEqual([
        'scheduler',
        expect.objectContaining({ userId: ada.userId, onBehalfOf: true }),
      ]);
    }
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).lastRunAt).toEqual(execution!.executedAt);
  });

  it('is made for the API key that asked for it, and one of the schedule for none', async () => {
    const apiKey = { id: '0191f0a0-0000-7000-8000-000000000025', dailyBudgetMicros: 2_500_000 };
    const id = await create(manual({ aiServices: ['gpt'] }));
    await scheduler.queries.executeSavedQuery({ id }, as({ ...ada, apiKey }));
    await ended(id);
    await execute(id);
    await until(() => upstreams.callers.length === 2);
    expect(upstreams.callers.map(({ caller }) => caller?.apiKey)).toEqual([apiKey, undefined]);
  });

  it('keeps with each answer how it was generated', async () => {
    const generation = Generation.fromPartial({
      displayName: 'GPT',
      model: 'gpt-5',
      responseModel: 'gpt-5-2026',
      settings: { temperature: 0.2, answerSchema: false },
      sources: [{ url: 'https://example.org', title: 'A' }],
      reasoning: 'Rows?',
    });
    const usage = { inputTokens: 3, outputTokens: 5, cachedInputTokens: 2, reasoningTokens: 1 };
    upstreams.scripts['gpt'] = async function* () {
      yield delta('Hello.');
      yield await Promise.resolve(completed({ usage, generation }));
    };
    const id = await create(manual({ aiServices: ['claude', 'gpt'] }));
    await execute(id);
    const [execution] = await ended(id);
    expect(execution!.results).toMatchObject([{ generation: undefined }, { usage, generation }]);
  });

  it('replaces in an answer what Postgres cannot store, and asks once', async () => {
    upstreams.scripts['gpt'] = saysCounted('a\0b');
    const id = await create(manual());
    await execute(id);
    expect(await ended(id)).toMatchObject([
      { status: ExecutionStatus.COMPLETED, results: [{ response: 'a\uFFFDb', error: undefined }] },
    ]);
    expect(upstreams.requests).toHaveLength(1);
  });

  it('publishes its progress and its end', async () => {
    const id = await create(manual({ aiServices: ['claude', 'gpt'] }));
    const executionId = await execute(id);
    await ended(id);
    const run = { executionId, savedQueryId: id, userId: ada.userId };
    expect(await published('scheduler.execution_progressed.v1')).toEqual([run, run]);
    expect(await published('scheduler.execution_finished.v1')).toEqual([
      expect.objectContaining({ ...run, status: 'EXECUTION_STATUS_COMPLETED', successfulResponses: 2 }),
    ]);
  });

  it('counts some as completed, none as failed, and keeps errors out of responses', async () => {
    upstreams.scripts['gpt'] = breaks('The budget was reached.');
    const some = await create(manual({ aiServices: ['claude', 'gpt'] }));
    const none = await create(manual({ aiServices: ['gpt'] }));
    await Promise.all([execute(some), execute(none)]);
    const [partly] = await ended(some);
    expect(partly).toMatchObject({ status: ExecutionStatus.COMPLETED, successfulResponses: 1, totalResponses: 2 });
    expect(partly!.results[1]).toMatchObject({ response: '', error: 'The budget was reached.' });
    const [failed] = await ended(none);
    expect(failed).toMatchObject({ status: ExecutionStatus.FAILED, errorMessage: 'The budget was reached.' });
  });

  it('answers the running one while one runs, and does not move the schedule', async () => {
    const { opened, open } = gate();
    upstreams.scripts['gpt'] = saysAfter(opened, 'Later.');
    const id = await create();
    const { nextRunAt } = await scheduler.queries.getSavedQuery({ id }, as(ada));
    const first = await execute(id);
    await until(() => upstreams.requests.length === 1);
    expect(await execute(id)).toBe(first);
    open();
    await ended(id);
    expect(await execute(id)).not.toBe(first);
    await ended(id);
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).nextRunAt).toEqual(nextRunAt);
  });

  it('is one for one idempotency key', async () => {
    const id = await create(manual());
    const first = await execute(id, 'a-key');
    await ended(id);
    expect(await execute(id, 'a-key')).toBe(first);
    expect(await history(id)).toHaveLength(1);
  });

  it('is cancelled down to the provider when its query is deleted', async () => {
    upstreams.scripts['gpt'] = saysAfter(new Promise(() => {}), 'Never.');
    const id = await create(manual());
    await execute(id);
    await until(() => upstreams.requests.length === 1);
    await scheduler.queries.deleteSavedQuery({ id }, as(ada));
    await until(() => upstreams.cancelled.includes('gpt'));
    expect(await scheduler.rows('SELECT 1 FROM scheduler.execution_results')).toEqual([]);
  });

  it('keeps its snapshot when the query is edited meanwhile', async () => {
    const { opened, open } = gate();
    upstreams.scripts['gpt'] = saysAfter(opened, 'Old news.');
    const id = await create(manual());
    await execute(id);
    await until(() => upstreams.requests.length === 1);
    const edit = { id, input: change({ content: 'New?', aiServices: ['claude'] }) };
    await scheduler.queries.updateSavedQuery({ ...edit, fields: ['content', 'selectedAiServices'] }, as(ada));
    open();
    const [execution] = await ended(id);
    expect(execution!.results.map(({ aiService, response }) => [aiService, response])).toEqual([['gpt', 'Old news.']]);
  });

  it('pages its history, newest first', async () => {
    const id = await create(manual());
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift(await execute(id));
      await ended(id);
    }
    const page = await scheduler.history(ada, id, { beforeId: ids[0]!, limit: 1 });
    expect(page.map((each) => each.id)).toEqual([ids[1]]);
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).executionsTotal).toBe(3);
  });
});

describe('a run of a user who may no longer spend', () => {
  it.each([
    ['unapproved', 'The account is not approved; nothing was asked.'],
    ['erased', 'The account no longer exists; nothing was asked.'],
  ] as const)('fails with the reason and calls no service (%s)', async (status, errorMessage) => {
    upstreams.accountStatuses.set(ada.userId, status);
    const id = await create();
    await scheduler.dueIn(id, '0');
    const [execution] = await ended(id);
    expect(execution).toMatchObject({ status: ExecutionStatus.FAILED, errorMessage });
    expect(upstreams.requests).toEqual([]);
  });

  it('waits while admin is away', async () => {
    upstreams.accountStatuses.set(ada.userId, 'away');
    const id = await create();
    await scheduler.dueIn(id, '0');
    await until(() => upstreams.calls.filter(({ method }) => method === 'getAccess').length > 2);
    expect(upstreams.requests).toEqual([]);
    upstreams.accountStatuses.delete(ada.userId);
    expect(await ended(id)).toMatchObject([{ status: ExecutionStatus.COMPLETED }]);
  });

  it('is stopped when approval is taken back; everything is erased with the account, once admin says so', async () => {
    upstreams.scripts['gpt'] = saysAfter(new Promise(() => {}), 'Never.');
    const id = await create(manual());
    await execute(id);
    await until(() => upstreams.requests.length === 1);
    const publish = (subject: 'admin.user_access_changed.v1' | 'admin.user_erased.v1') =>
      scheduler.service.database.asWorker((tx) =>
        scheduler.service.events.in(tx).publish(subject, { userId: ada.userId }),
      );
    upstreams.accountStatuses.set(ada.userId, 'unapproved');
    await publish('admin.user_access_changed.v1');
    expect(await ended(id)).toMatchObject([{ errorMessage: 'Stopped: the account is no longer approved.' }]);
    await until(() => upstreams.cancelled.includes('gpt'));
    await publish('admin.user_erased.v1');
    await until(async () => (await scheduler.service.events.letters.count()) === 1, { what: 'the dead letter' });
    expect(await scheduler.rows('SELECT 1 FROM scheduler.saved_queries')).toHaveLength(1);
    upstreams.accountStatuses.set(ada.userId, 'erased');
    await publish('admin.user_erased.v1');
    await until(async () => (await scheduler.rows('SELECT 1 FROM scheduler.saved_queries')).length === 0);
  });
});

describe('by the rule of the installation', () => {
  it('runs that ended long ago go with what they showed; newer ones, owed ones and the query stay', async () => {
    const id = await create(manual());
    for (let run = 1; run <= 3; run += 1) {
      await execute(id);
      await ended(id);
    }
    const [newest, owed, oldest] = (await history(id)).map((each) => each.id);
    await scheduler.rows(
      `UPDATE scheduler.executions SET ended_at = now() - interval '9 days',
         round_state = CASE WHEN id = $1 THEN 'owed' END, round_due_at = now() + interval '1 day' WHERE id <> $2`,
      [owed, newest],
    );
    await scheduler.rows('UPDATE scheduler.execution_results SET media = $2 WHERE execution_id = $1', [
      oldest,
      JSON.stringify([{ id: 'a-picture', type: 'image/png', name: 'a.png', size: 3 }]),
    ]);
    const counts = scheduler.client(ExpiredRunsServiceDefinition);
    expect(await counts.countExpiredRuns({ keepDays: 5 }, as(anAdmin()))).toEqual({ runs: 1 });
    await expect(counts.countExpiredRuns({ keepDays: 5 }, as(ada))).rejects.toMatchObject({ code: 'admin_required' });
    expect(await history(id)).toHaveLength(3);

    upstreams.rule.keepDays = 5;
    await until(async () => (await history(id)).length === 2);
    expect((await history(id)).map((each) => each.id)).toEqual([newest, owed]);
    expect(await published('scheduler.runs_expired.v1')).toEqual([
      { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), runs: 1 },
    ]);
    expect(await published('scheduler.media_dropped.v1')).toEqual([{ userId: ada.userId, mediaIds: ['a-picture'] }]);
    expect(await scheduler.queries.getSavedQuery({ id }, as(ada))).toMatchObject({ title: 'Digest' });
  });

  it('runs that stay keep their numbers', async () => {
    const [id, other] = [await create(manual()), await create(manual())];
    for (const query of [id, id, id, other]) {
      await execute(query);
      await ended(query);
    }
    const [newest, , oldest] = await history(id);
    await scheduler.rows(`UPDATE scheduler.executions SET ended_at = now() - interval '9 days' WHERE id = $1`, [
      oldest!.id,
    ]);
    upstreams.rule.keepDays = 5;
    await until(async () => (await history(id)).length === 2);
    expect((await history(id)).map(({ number }) => number)).toEqual([3, 2]);
    expect((await history(other)).map(({ number }) => number)).toEqual([1]);
    const wanted = { executionId: newest!.id, userId: ada.userId };
    const digest = await scheduler.client(RunDigestsServiceDefinition).getRunDigest(wanted, asAdmin());
    expect(digest.executionNumber).toBe(3);
    await execute(id);
    expect((await ended(id))[0]!.number).toBe(4);
  });
});
