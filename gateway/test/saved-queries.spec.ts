import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { liveEvents, savedQuery, savedQueryDetails, timeline } from '@polylogue/api-contract';
import {
  ChangeKind,
  Execution,
  ExecutionResult,
  ExecutionStatus,
  Frequency,
  Report,
  RunRoundState,
  SavedQuery,
  TimelineStance,
  TriggerType,
  type ExecutionPart,
  type RunRound,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { z } from 'zod';
import { framesOf, startGateway, type RequestParts, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let user: Awaited<ReturnType<RunningGateway['aUser']>>;
beforeAll(async () => {
  gateway = await startGateway();
  user = await gateway.aUser();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.servers.scheduler.calls.length = 0;
});

const at = new Date('2026-11-21T09:00:00Z');
const stored = SavedQuery.fromPartial({
  id: 7,
  title: 'Digest',
  content: 'What is new?',
  aiServices: ['gpt'],
  isActive: true,
  createdAt: at,
  updatedAt: at,
  schedule: { isScheduled: true, frequency: Frequency.WEEKLY, days: [1, 5], timeZone: 'Europe/Berlin' },
  nextRunAt: at,
  executionsTotal: 2,
});
const body = { title: ' Digest ', content: 'What is new?', selectedAiServices: ['gpt'] };
const ask = (method: string, path: string, sent?: unknown, more: RequestParts = {}) =>
  gateway.ask(`/api/saved-queries${path}`, { method, body: sent, cookie: user.cookie, ...more });
const lastCall = () => gateway.upstreams.servers.scheduler.calls.at(-1)!;

const detailsOfSeven = async () => savedQueryDetails.parse(await (await ask('GET', '/7')).json());

describe('saved queries', () => {
  it('are listed as the specification names their fields', async () => {
    gateway.upstreams.savedQueries.listSavedQueries = () => Promise.resolve({ savedQueries: [stored] });
    const [listed] = z.array(savedQuery).parse(await (await ask('GET', '')).json());
    expect(listed).toMatchObject({
      id: 7,
      selectedAiServices: ['gpt'],
      isScheduled: true,
      scheduleFrequency: 'weekly',
      scheduleDays: [1, 5],
      scheduleTime: null,
      customSchedule: null,
      timeZone: 'Europe/Berlin',
      nextRunAt: at.toISOString(),
    });
    expect(lastCall().call.caller).toMatchObject({ userId: user.userId, onBehalfOf: false });
  });

  it('answer their executions with what the catalog calls each service', async () => {
    gateway.upstreams.savedQueries.getSavedQuery = () => Promise.resolve(stored);
    gateway.upstreams.savedQueries.listExecutions = async function* () {
      const part = (each: ExecutionPart['part']): ExecutionPart => ({ part: each });
      const execution = {
        id: 12,
        status: ExecutionStatus.COMPLETED,
        executedAt: at,
        triggerType: TriggerType.SCHEDULED,
        successfulResponses: 1,
        totalResponses: 1,
      };
      const fields = {
        executionId: 12,
        aiService: 'gpt',
        responseTimeMs: 40,
        response: 'Hello.',
        createdAt: at,
        media: [],
      };
      yield await Promise.resolve(part({ $case: 'execution', execution }));
      yield part({ $case: 'result', result: { id: 30, ...fields } });
      yield part({ $case: 'execution', execution: { ...execution, id: 11, errorMessage: 'No.' } });
    };
    const answer = await ask('GET', '/7?executionsBefore=40');
    const { executions } = savedQueryDetails.parse(await answer.json());
    expect(executions).toMatchObject([
      { id: 12, results: [{ id: 30, aiService: { name: 'gpt', displayName: 'GPT' }, responseTime: 40 }] },
      { id: 11, errorMessage: 'No.', results: [] },
    ]);
    expect(lastCall().request).toEqual({ savedQueryId: 7, beforeId: 40, limit: 50 });
  });

  it('answer where a run is in History, what it made, and how its replies were judged there', async () => {
    const [broadcastId, other, thread, mediaId] = [1, 2, 3, 4].map((nr) => `0198a1b2-0000-7000-8000-00000000000${nr}`);
    const ended = { status: ExecutionStatus.COMPLETED, triggerType: TriggerType.MANUAL, executedAt: at };
    const run = (id: number, round: Partial<RunRound>) =>
      ({ $case: 'execution', execution: Execution.fromPartial({ id, ...ended, round }) }) as const;
    const reply = (id: number, more: Partial<ExecutionResult>) =>
      ({
        $case: 'result',
        result: ExecutionResult.fromPartial({ id, aiService: 'gpt', createdAt: at, ...more }),
      }) as const;
    const media = [{ id: mediaId!, type: 'image/png', name: 'tide.png', size: 12 }];
    const { KEPT, REMOVED, REFUSED, OWED } = RunRoundState;
    const parts: ExecutionPart['part'][] = [
      run(14, { broadcastId: broadcastId!, state: KEPT, isJudged: true }),
      reply(31, { conversationId: thread!, media }),
      run(13, { broadcastId: other!, state: REMOVED, isJudged: true }),
      reply(30, {}),
      run(12, { broadcastId: other!, state: REFUSED, error: 'Too large.' }),
      run(11, { broadcastId: other!, state: OWED }),
    ];
    gateway.upstreams.savedQueries.getSavedQuery = () =>
      Promise.resolve({ ...stored, keepsRounds: true, isJudged: true });
    gateway.upstreams.savedQueries.listExecutions = async function* () {
      for (const part of parts) yield await Promise.resolve({ part });
    };
    const wanted: unknown[] = [];
    gateway.upstreams.assessments.getScores = (request) => {
      wanted.push(request);
      return Promise.resolve({ scores: [{ conversationId: thread!, overall: 87.5, verdicts: 2 }] });
    };
    const details = savedQueryDetails.parse(await (await ask('GET', '/7')).json());
    expect(wanted).toEqual([{ conversationIds: [thread], broadcastIds: [broadcastId] }]);
    expect(details).toMatchObject({
      inHistory: true,
      judged: true,
      executions: [
        {
          round: { broadcastId, state: 'kept', judged: true },
          results: [{ score: 87.5, media: [{ id: mediaId, url: `/api/media/${mediaId}`, name: 'tide.png' }] }],
        },
        { round: { broadcastId: other, state: 'deleted' }, results: [{}] },
        { round: { state: 'refused', error: 'Too large.' } },
        { round: { state: 'waiting', judged: false } },
      ],
    });
    // Without quality they are what they are.
    gateway.upstreams.assessments.getScores = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
    const unscored = savedQueryDetails.parse(await (await ask('GET', '/7')).json());
    expect(unscored.executions[0]).toMatchObject({ round: { state: 'kept' }, results: [{ id: 31 }] });
  });

  it('pass on what becomes of the runs of a query', async () => {
    gateway.upstreams.savedQueries.createSavedQuery = () => Promise.resolve(stored);
    await ask('POST', '', { ...body, inHistory: true, judged: true });
    expect(lastCall().request).toMatchObject({ input: { keepsRounds: true, isJudged: true } });
    gateway.upstreams.savedQueries.updateSavedQuery = () => Promise.resolve(stored);
    await ask('PUT', '/7', { judged: false });
    expect(lastCall().request).toMatchObject({ fields: ['judged'], input: { isJudged: false } });
    expect((await ask('POST', '', { ...body, inHistory: 'yes' })).status).toBe(400);
  });

  it('answer what a watched run changed, and the timeline, with what the catalog calls each service', async () => {
    const numbers = { before: '$20', now: '$25', sentence: 'Now $25.' };
    const change = { ...numbers, aiService: 'gpt', kind: ChangeKind.NUMBER_CHANGED as ChangeKind };
    const report = { changedServices: 1, totalServices: 2, isBaseline: false, changes: [change], furtherAnswers: 2 };
    gateway.upstreams.savedQueries.getSavedQuery = () =>
      Promise.resolve({
        ...stored,
        report: Report.CHANGES,
        watchFocus: 'only prices',
        baselineRuns: 2,
        watchExtractor: 'gpt',
      });
    gateway.upstreams.savedQueries.listExecutions = async function* () {
      const execution = Execution.fromPartial({
        id: 12,
        status: ExecutionStatus.COMPLETED,
        executedAt: at,
        triggerType: TriggerType.MANUAL,
      });
      yield await Promise.resolve({ part: { $case: 'execution' as const, execution: { ...execution, report } } });
    };
    const details = await detailsOfSeven();
    change.kind = ChangeKind.UNRECOGNIZED;
    expect((await detailsOfSeven()).executions[0]?.report?.changes[0]?.kind).toBe('changed');
    expect(details).toMatchObject({
      report: 'changes',
      watchFocus: 'only prices',
      baselineRuns: 2,
      watchExtractor: 'gpt',
    });
    expect(details.executions[0]!.report).toMatchObject({
      changedServices: 1,
      baseline: false,
      changes: [{ aiService: { displayName: 'GPT' }, kind: 'number_changed', before: '$20', now: '$25' }],
    });
    const cell = { executionId: 12, aiService: 'gpt', stance: TimelineStance.SAYS, isChange: true, quote: '$25' };
    gateway.upstreams.watch.getTimeline = () =>
      Promise.resolve({
        runs: [{ executionId: 12, executedAt: at, isBaseline: true, changedServices: 0 }],
        claims: [{ id: 1, text: 'It costs $25.', cells: [cell] }],
      });
    expect(timeline.parse(await (await ask('GET', '/7/timeline')).json())).toMatchObject({
      aiServices: [{ name: 'gpt', displayName: 'GPT' }],
      claims: [{ text: 'It costs $25.', cells: [{ executionId: 12, stance: 'says', changed: true, quote: '$25' }] }],
    });
  });

  it('pass on how a query is watched, and refuse what cannot be', async () => {
    gateway.upstreams.savedQueries.createSavedQuery = () => Promise.resolve(stored);
    await ask('POST', '', {
      ...body,
      report: 'changes',
      watchFocus: 'only prices',
      baselineRuns: 2,
      watchExtractor: 'gpt',
    });
    const input = { report: Report.CHANGES, watchFocus: 'only prices', baselineRuns: 2, watchExtractor: 'gpt' };
    expect(lastCall().request).toMatchObject({ input: JSON.parse(JSON.stringify(input)) as object });
    for (const wrong of [{ report: 'nothing' }, { baselineRuns: 9 }, { watchFocus: 'x'.repeat(501) }])
      expect((await ask('POST', '', { ...body, ...wrong })).status).toBe(400);
  });

  it('are made with 201 and their key, run with 202, deleted with 204', async () => {
    gateway.upstreams.savedQueries.createSavedQuery = () => Promise.resolve(stored);
    const key = '0198a1b2-0000-7000-8000-000000000001';
    expect((await ask('POST', '', body, { headers: { 'idempotency-key': key } })).status).toBe(201);
    expect(lastCall().request).toMatchObject({ input: { title: 'Digest', aiServices: ['gpt'] }, idempotencyKey: key });
    gateway.upstreams.savedQueries.executeSavedQuery = () => Promise.resolve({ executionId: 12 });
    const run = await ask('POST', '/7/execute');
    expect([run.status, await run.json()]).toEqual([202, { executionId: 12 }]);
    gateway.upstreams.savedQueries.deleteSavedQuery = () => Promise.resolve({});
    expect((await ask('DELETE', '/7')).status).toBe(204);
  });

  it('keep absent fields and clear those that are null', async () => {
    gateway.upstreams.savedQueries.updateSavedQuery = () => Promise.resolve(stored);
    await ask('PUT', '/7', { isActive: false });
    expect(lastCall().request).toMatchObject({ id: 7, fields: ['isActive'], input: { isActive: false } });
    await ask('PUT', '/7', { title: 'New', description: null, scheduleDays: null });
    expect(lastCall().request).toMatchObject({ fields: ['title', 'description', 'scheduleDays'] });
  });

  it('pass on why a schedule cannot be saved', async () => {
    const issues = [{ path: 'customSchedule', message: 'This never fires: no year has such a day.' }];
    gateway.upstreams.savedQueries.createSavedQuery = () => {
      throw new AppError('invalid', 'invalid_saved_query', issues[0]!.message, { issues });
    };
    const answer = await ask('POST', '', { ...body, isScheduled: true, customSchedule: '0 0 31 2 *' });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: issues[0]!.message, issues }]);
  });

  it.each([
    ['title', { ...body, title: ' ' }, 'Title is required'],
    ['content', { ...body, content: '' }, 'Query content is required'],
    ['selectedAiServices', { ...body, selectedAiServices: [] }, 'Select at least one AI service'],
    ['scheduleFrequency', { ...body, scheduleFrequency: 'hourly' }, 'This must be one of'],
    ['scheduleDays.0', { ...body, scheduleDays: [7] }, ''],
    ['nextRunAt', { ...body, nextRunAt: at.toISOString() }, 'set by the server'],
    ['userId', { ...body, userId: 'x' }, 'set by the server'],
  ])('are refused for their %s', async (path, sent, sentence) => {
    const answer = await ask('POST', '', sent);
    const { issues } = (await answer.json()) as { issues: { path: string; message: string }[] };
    expect([answer.status, issues[0]]).toMatchObject([400, { path, message: expect.stringContaining(sentence) }]);
    expect(gateway.upstreams.servers.scheduler.calls).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'x', '%2e%2e', '99999999999999999999'])('have no %s', async (id) => {
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect(gateway.upstreams.servers.scheduler.calls).toEqual([]);
  });

  it('spend nothing for a user who is not approved, and need a session', async () => {
    const { cookie } = await gateway.aUser('unapproved');
    expect((await ask('POST', '', body, { cookie })).status).toBe(403);
    expect((await ask('POST', '/7/execute', undefined, { cookie })).status).toBe(403);
    expect((await ask('GET', '', undefined, { cookie: '' })).status).toBe(401);
    expect((await ask('GET', '', undefined, { cookie })).status).toBe(200);
  });

  it('run with the values that are given, and take no others', async () => {
    gateway.upstreams.savedQueries.executeSavedQuery = () => Promise.resolve({ executionId: 12 });
    expect((await ask('POST', '/7/execute', { variables: { city: 'Rome' } })).status).toBe(202);
    expect(lastCall().request).toMatchObject({ id: 7, variables: { values: { city: 'Rome' } } });
    const calls = gateway.upstreams.servers.scheduler.calls.length;
    for (const variables of [{ 'a b': 'x' }, { city: 1 }, { city: 'x'.repeat(10_001) }, ['x']]) {
      expect((await ask('POST', '/7/execute', { variables })).status).toBe(400);
    }
    expect(gateway.upstreams.servers.scheduler.calls).toHaveLength(calls);
  });

  it('are saved with their variables, and answered with them', async () => {
    const variables = { variables: [{ name: 'city' }, { name: 'tone', default: 'calm' }] };
    gateway.upstreams.savedQueries.createSavedQuery = () => Promise.resolve({ ...stored, variables });
    const sent = [
      { name: 'city', default: null },
      { name: 'tone', default: 'calm' },
    ];
    const answer = await ask('POST', '', { ...body, variables: sent });
    expect(await answer.json()).toMatchObject({ variables: sent });
    expect(lastCall().request).toMatchObject({ input: { variables } });
  });

  it('preview a text as it would be sent', async () => {
    gateway.upstreams.savedQueries.previewText = () => Promise.resolve({ text: 'News of Rome', issues: [] });
    const wanted = { content: 'News of {{city}}', values: { city: 'Rome' }, savedQueryId: 7, timeZone: 'Asia/Tokyo' };
    const answer = await ask('POST', '/preview-text', wanted);
    expect(await answer.json()).toEqual({ text: 'News of Rome', issues: [] });
    expect(lastCall().request).toMatchObject({ ...wanted, variables: [] });
    const { cookie } = await gateway.aUser('unapproved');
    expect((await ask('POST', '/preview-text', wanted, { cookie })).status).toBe(403);
  });

  it('preview what a schedule would do', async () => {
    gateway.upstreams.savedQueries.previewSchedule = () => Promise.resolve({ nextRuns: [at], issues: [] });
    const answer = await ask('POST', '/preview', { isScheduled: true, timeZone: 'Asia/Tokyo', savedQueryId: 7 });
    expect(await answer.json()).toEqual({ nextRuns: [at.toISOString()], issues: [] });
    expect(lastCall().request).toMatchObject({
      savedQueryId: 7,
      schedule: { isScheduled: true, timeZone: 'Asia/Tokyo' },
    });
  });
});

describe('a run', () => {
  it('is hinted at on its owner’s pages', async () => {
    await until(() => gateway.slice.service.events.isConnected, { what: 'NATS' });
    const page = new AbortController();
    const frames = framesOf(await gateway.ask('/api/events', { cookie: user.cookie, signal: page.signal }));
    const run = { executionId: 12, savedQueryId: 7, userId: user.userId };
    const { database, events } = gateway.slice.service;
    await database.asWorker((tx) => events.in(tx).publish('scheduler.execution_progressed.v1', run));
    const { value } = await frames.next();
    page.abort();
    expect(value).toMatchObject({ event: 'execution' });
    const data = (value as { data: unknown }).data;
    expect(liveEvents.execution.parse(data)).toEqual({ executionId: 12, savedQueryId: 7, isFinished: false });
  });
});
