import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Category, Report, ReplyStatus, RunRoundState } from '@polylogue/proto';
import { AppError, Database, Events, type TokenUser } from '@polylogue/service-kit';
import { aUser, closing, completed, delta, gate, until, type Script } from '@polylogue/test-kit';
import { RoundsService } from '../src/rounds/rounds.service.js';
import { as, change, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { scriptedHistory, type History } from './rounds.fixture.js';
import { breaks, saysCounted, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

const { add, closeAll } = closing();
let upstreams: Upstreams;
let history: History;
let scheduler: Scheduler;
let ada: TokenUser;

const picture = { id: randomUUID(), type: 'image/png', name: 'tide.png', size: 12 };
const draws: Script = async function* () {
  yield await Promise.resolve({ event: { $case: 'media' as const, media: picture } });
  yield completed();
};

beforeEach(async () => {
  ada = aUser();
  upstreams = add(
    await scriptedUpstreams({
      gpt: saysCounted('Hello.'),
      claude: saysCounted('Hi.'),
      dalle: draws,
      broken: breaks('No.'),
    }),
  );
  history = add(await scriptedHistory());
  const env = { CONVERSATION_GRPC_URL: history.url, QUALITY_GRPC_URL: history.url };
  scheduler = add(await startScheduler(upstreams.url, { env }));
});
afterEach(closeAll);

const create = async (overrides: Parameters<typeof manual>[0] = {}) =>
  (await scheduler.queries.createSavedQuery({ input: manual({ keepsRounds: true, ...overrides }) }, as(ada))).id;
const execute = async (id: number) => (await scheduler.queries.executeSavedQuery({ id }, as(ada))).executionId;
const runsOf = (id: number) => scheduler.history(ada, id);
const inState = (id: number, state: RunRoundState) =>
  until(async () => (await runsOf(id)).find(({ round }) => round?.state === state), {
    what: `a round that is ${state}`,
  });
const publish = (
  subject: 'conversation.conversations_deleted.v1',
  payload: { userId: string; conversationIds: string[] },
) => {
  const events = scheduler.service.app.get(Events, { strict: false });
  return scheduler.service.app
    .get(Database, { strict: false })
    .asWorker((tx) => events.in(tx).publish(subject, payload));
};
const published = async (subject: string) =>
  (await scheduler.rows('SELECT payload FROM scheduler.outbox WHERE subject = $1 ORDER BY position', [subject])).map(
    ({ payload }) => payload as Record<string, unknown>,
  );

describe('a run that is kept in History', () => {
  it('is handed over as it ended, on behalf of its owner, and says where it is', async () => {
    const aiServices = ['claude', 'broken', 'gpt'];
    const id = await create({
      title: 'Tides',
      content: 'What is new at {{place}}?',
      aiServices,
      variables: { variables: [{ name: 'place', default: 'sea' }] },
    });
    await execute(id);
    const run = await inState(id, RunRoundState.KEPT);
    expect(history.requests).toHaveLength(1);
    const [round] = history.rounds();
    expect(round).toMatchObject({
      userId: ada.userId,
      broadcastId: run.round!.broadcastId,
      title: expect.stringMatching(/^Tides · [A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M$/),
      question: 'What is new at sea?',
      replies: [
        { aiService: 'claude', status: ReplyStatus.COMPLETED, content: 'Hi.', usage: { outputTokens: 5 } },
        { aiService: 'broken', status: ReplyStatus.FAILED, content: '', error: 'No.' },
        { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'Hello.' },
      ],
    });
    const { call } = history.calls[0]!;
    expect([call.issuer, call.caller]).toEqual([
      'scheduler',
      expect.objectContaining({ userId: ada.userId, onBehalfOf: true }),
    ]);
    expect(run.results.map(({ conversationId }) => conversationId)).toEqual(
      round!.replies.map(({ conversationId }) => conversationId),
    );
    expect(history.judged).toEqual([]);
  });

  it('waits while conversation is away, and is handed over once when it is back', async () => {
    let isAway = true;
    history.before.store = () =>
      isAway ? Promise.reject(new AppError('unavailable', 'away', 'Away.')) : Promise.resolve();
    const id = await create();
    await execute(id);
    await until(() => history.requests.length >= 2, { what: 'a second try' });
    expect((await runsOf(id))[0]).toMatchObject({
      status: 'EXECUTION_STATUS_COMPLETED',
      round: { state: RunRoundState.OWED },
    });
    isAway = false;
    await inState(id, RunRoundState.KEPT);
    expect(history.rounds()).toHaveLength(1);
    // Every try names the same round and the same threads.
    const idsOf = ({ broadcastId, replies }: (typeof history.requests)[number]) => [
      broadcastId,
      replies.map(({ conversationId }) => conversationId),
    ];
    expect(new Set(history.requests.map((each) => JSON.stringify(idsOf(each)))).size).toBe(1);
    expect(upstreams.requests).toHaveLength(1);
  });

  it('says why it was refused, and is not tried again', async () => {
    history.before.store = () =>
      Promise.reject(new AppError('invalid', 'invalid_round', 'A round has at least one reply.'));
    const id = await create();
    await execute(id);
    const { round } = await inState(id, RunRoundState.REFUSED);
    expect(round).toMatchObject({ error: 'A round has at least one reply.' });
    expect(history.requests).toHaveLength(1);
  });

  it('waits for none whose handing over hangs', async () => {
    const hanging = gate();
    history.before.store = ({ title }) => (title.startsWith('Stuck') ? hanging.opened : Promise.resolve());
    const stuck = await create({ title: 'Stuck' });
    await execute(stuck);
    await until(() => history.requests.length === 1);
    const next = await create({ title: 'Next' });
    await execute(next);
    await inState(next, RunRoundState.KEPT);
    expect((await runsOf(stuck))[0]!.round).toMatchObject({ state: RunRoundState.OWED });
    hanging.open();
    await inState(stuck, RunRoundState.KEPT);
  });

  it.each([
    ['breaks', 'internal', 19],
    ['is away for a day', 'unavailable', 1_449],
  ] as const)('is given up when conversation %s, and says so', async (_what, kind, tries) => {
    history.before.store = () => Promise.reject(new AppError(kind, 'no', 'No.'));
    const id = await create();
    await execute(id);
    await until(() => history.requests.length > 0);
    expect((await runsOf(id))[0]!.round).toMatchObject({ state: RunRoundState.OWED });
    await scheduler.rows('UPDATE scheduler.executions SET round_tries = $1, round_due_at = now()', [tries]);
    expect((await inState(id, RunRoundState.REFUSED)).round!.error).toMatch(/^History did not take it/);
    history.before.store = () => Promise.resolve();
    await execute(id);
    await inState(id, RunRoundState.KEPT);
  });

  it.each([
    ['ended', 'UPDATE scheduler.executions SET round_state = NULL, round_id = NULL, round_due_at = NULL'],
    [
      'began and ended',
      `UPDATE scheduler.executions SET round_state = NULL, round_id = NULL, round_due_at = NULL, keeps_round = false,
         is_judged = false`,
    ],
  ])('is handed over as well when a scheduler of the version before %s it', async (_what, asItLeftIt) => {
    const id = await create({ isJudged: true });
    await scheduler.rows(`UPDATE scheduler.saved_queries SET updated_at = now() - interval '1 hour'`);
    await execute(id);
    await until(() => history.judged.length === 1);
    await inState(id, RunRoundState.KEPT);
    await scheduler.rows(asItLeftIt);
    await scheduler.service.app.get(RoundsService, { strict: false }).sweep();
    await until(() => history.judged.length === 2);
    expect(history.rounds()).toHaveLength(2);
  });

  it('stays when its comparison is deleted, and says so once nothing of it is left there', async () => {
    const id = await create({ aiServices: ['gpt', 'claude'] });
    await execute(id);
    const kept = await inState(id, RunRoundState.KEPT);
    const [first, second] = kept.results.map(({ conversationId }) => conversationId!);
    await publish('conversation.conversations_deleted.v1', {
      userId: aUser().userId,
      conversationIds: [first!, second!],
    });
    await publish('conversation.conversations_deleted.v1', { userId: ada.userId, conversationIds: [first!] });
    await until(async () => (await runsOf(id))[0]?.results[0]?.conversationId === undefined);
    expect((await runsOf(id))[0]).toMatchObject({
      round: { state: RunRoundState.KEPT },
      results: [{}, { conversationId: second }],
    });
    await publish('conversation.conversations_deleted.v1', { userId: ada.userId, conversationIds: [second!] });
    const run = await inState(id, RunRoundState.REMOVED);
    expect(run.results.map(({ response }) => response)).toEqual(['Hello.', 'Hi.']);
  });

  it('that is deleted there before the answer came is not kept again', async () => {
    const answer = gate();
    history.before.answer = () => answer.opened;
    const id = await create();
    await execute(id);
    await until(() => history.rounds().length === 1);
    const conversationIds = history.rounds()[0]!.replies.map(({ conversationId }) => conversationId);
    await publish('conversation.conversations_deleted.v1', { userId: ada.userId, conversationIds });
    await inState(id, RunRoundState.REMOVED);
    answer.open();
    const next = await create({ title: 'Another' });
    await execute(next);
    await inState(next, RunRoundState.KEPT);
    expect((await runsOf(id))[0]!.round).toMatchObject({ state: RunRoundState.REMOVED });
    expect(history.rounds()).toHaveLength(2);
  });

  it('leaves its comparison when the query is deleted', async () => {
    const id = await create();
    await execute(id);
    await inState(id, RunRoundState.KEPT);
    await scheduler.queries.deleteSavedQuery({ id }, as(ada));
    expect(history.rounds()).toHaveLength(1);
    expect(await scheduler.rows('SELECT 1 FROM scheduler.executions')).toEqual([]);
  });

  it('is one that was asked for before the switch was turned on only from then on', async () => {
    const id = await create({ keepsRounds: false });
    await execute(id);
    await until(async () => (await runsOf(id))[0]?.status === 'EXECUTION_STATUS_COMPLETED');
    await scheduler.queries.updateSavedQuery(
      { id, input: change({ keepsRounds: true }), fields: ['inHistory'] },
      as(ada),
    );
    await execute(id);
    await inState(id, RunRoundState.KEPT);
    expect((await runsOf(id)).map(({ round }) => round?.state)).toEqual([RunRoundState.KEPT, undefined]);
  });

  it('that was never asked has nothing to keep', async () => {
    upstreams.accountStatuses.set(ada.userId, 'unapproved');
    const id = await create();
    await execute(id);
    const failed = await until(async () => (await runsOf(id)).find(({ errorMessage }) => errorMessage));
    expect(failed.round).toBeUndefined();
  });
});

describe('a run that is judged', () => {
  it('is judged once it is kept, as its owner would ask for it', async () => {
    const id = await create({ isJudged: true, aiServices: ['gpt', 'claude'] });
    await execute(id);
    const { round } = await until(async () =>
      history.judged.length > 0 ? await inState(id, RunRoundState.KEPT) : undefined,
    );
    expect(history.judged).toEqual([round!.broadcastId]);
    expect(round).toMatchObject({ isJudged: true, error: undefined });
    const { call } = history.calls.find(({ method }) => method === 'runJudging')!;
    expect(call.caller).toMatchObject({ userId: ada.userId, onBehalfOf: true });
  });

  it('is in History while quality is away, and judged when it is back', async () => {
    let isAway = true;
    history.before.judge = () =>
      isAway ? Promise.reject(new AppError('unavailable', 'away', 'Away.')) : Promise.resolve();
    const id = await create({ isJudged: true });
    await execute(id);
    await inState(id, RunRoundState.KEPT);
    isAway = false;
    await until(() => history.judged.length === 1);
    expect(history.requests).toHaveLength(1);
  });

  it('says why it is not judged where that is switched off', async () => {
    history.before.judge = () => Promise.reject(new AppError('conflict', 'judging_off', 'Judging is switched off.'));
    const id = await create({ isJudged: true });
    await execute(id);
    const run = await until(async () => (await runsOf(id)).find(({ round }) => round?.error));
    expect(run.round).toMatchObject({ state: RunRoundState.KEPT, error: 'Judging is switched off.' });
  });

  it('is judged by the rubric of its query, and by the default where that is gone, which it says', async () => {
    const rubricId = randomUUID();
    history.rubrics.add(rubricId);
    const id = await create({ isJudged: true, rubricId });
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).rubricId).toBe(rubricId);
    await execute(id);
    await until(() => history.judged.length === 1);
    history.rubrics.delete(rubricId);
    await until(async () => (await runsOf(id))[0]?.status === 'EXECUTION_STATUS_COMPLETED');
    await execute(id);
    await until(() => history.judged.length === 2);
    const noted = await until(async () => (await runsOf(id)).find(({ round }) => round?.note));
    expect(noted.round).toMatchObject({
      state: RunRoundState.KEPT,
      error: undefined,
      note: expect.stringContaining('is gone'),
    });
    expect((await runsOf(id)).filter(({ round }) => round?.note)).toHaveLength(1);
    expect(history.judgedBy).toEqual([rubricId, undefined]);
    // Something else can be changed all the same, and the choice stays until another one is made.
    await scheduler.queries.updateSavedQuery(
      { id, input: change({ title: 'Renamed', rubricId }), fields: ['title', 'rubricId'] },
      as(ada),
    );
    const cleared = { id, input: change({}), fields: ['rubricId'] };
    expect((await scheduler.queries.updateSavedQuery(cleared, as(ada))).rubricId).toBeUndefined();
  });

  it('by a rubric that its owner may not judge by is not saved', async () => {
    const refusal = { code: 'unknown_rubric', issues: [{ path: 'rubricId' }] };
    await expect(create({ isJudged: true, rubricId: randomUUID() })).rejects.toMatchObject(refusal);
    const id = await create({ isJudged: true, rubricId: 'built-in' });
    const changed = { id, input: change({ rubricId: randomUUID() }), fields: ['rubricId'] };
    await expect(scheduler.queries.updateSavedQuery(changed, as(ada))).rejects.toMatchObject(refusal);
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).rubricId).toBe('built-in');
  });

  it('must be kept in History', async () => {
    const saved = create({ keepsRounds: false, isJudged: true });
    await expect(saved).rejects.toMatchObject({ code: 'invalid_saved_query', issues: [{ path: 'judged' }] });
    const id = await create({ isJudged: true });
    const turnedOff = scheduler.queries.updateSavedQuery(
      { id, input: change({ keepsRounds: false }), fields: ['inHistory'] },
      as(ada),
    );
    await expect(turnedOff).rejects.toMatchObject({ issues: [{ path: 'judged' }] });
  });
});

describe('a service that makes pictures', () => {
  it('is asked to keep them, and its result shows them for as long as the query is there', async () => {
    const id = await create({ aiServices: ['dalle'] });
    await execute(id);
    const run = await inState(id, RunRoundState.KEPT);
    expect(run).toMatchObject({ successfulResponses: 1, results: [{ response: '', media: [picture] }] });
    expect(upstreams.requests).toMatchObject([{ keepsMedia: true }]);
    expect(history.rounds()).toMatchObject([{ replies: [{ content: '', media: [picture] }] }]);
    const named = [{ userId: ada.userId, mediaIds: [picture.id] }];
    expect(await published('scheduler.media_kept.v1')).toEqual(named);
    expect(await published('scheduler.media_dropped.v1')).toEqual([]);
    await scheduler.queries.deleteSavedQuery({ id }, as(ada));
    expect(await published('scheduler.media_dropped.v1')).toEqual(named);
  });

  it('cannot be watched, as there is no text to compare', async () => {
    upstreams.categories.set('dalle', Category.IMAGE);
    const saved = create({ aiServices: ['gpt', 'dalle'], report: Report.CHANGES });
    await expect(saved).rejects.toMatchObject({
      issues: [
        { path: 'report', message: 'Only changes can be reported of text: take out dalle, or report everything.' },
      ],
    });
    const id = await create({ aiServices: ['gpt', 'dalle'] });
    const fields = ['report'];
    const watched = scheduler.queries.updateSavedQuery(
      { id, input: change({ report: Report.CHANGES }), fields },
      as(ada),
    );
    await expect(watched).rejects.toMatchObject({ issues: [{ path: 'report' }] });
  });
});

it('hands over text that broke off as what it is', async () => {
  upstreams.scripts['gpt'] = async function* () {
    yield delta('Half a');
    yield {
      event: {
        $case: 'end',
        end: {
          kind: 'END_KIND_INTERRUPTED',
          totalMs: 5,
          error: { code: 'broken_stream', sentence: 'It broke.', retryable: false },
        },
      },
    } as never;
  };
  const id = await create();
  await execute(id);
  await inState(id, RunRoundState.KEPT);
  expect(history.rounds()).toMatchObject([
    { replies: [{ status: ReplyStatus.INTERRUPTED, content: 'Half a', error: 'It broke.' }] },
  ]);
});
