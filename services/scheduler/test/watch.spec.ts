import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChangeKind,
  ExecutionStatus,
  Report,
  RunDigestsServiceDefinition,
  TimelineStance,
  WatchServiceDefinition,
  WebhooksServiceDefinition,
} from '@polylogue/proto';
import { AppError, type GrpcClient, type TokenUser } from '@polylogue/service-kit';
import { aUser, closing, completed, delta, until, type Script } from '@polylogue/test-kit';
import { as, asAdmin, change, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { breaks, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';
import { readSentences, scriptedReader, type Reader } from './watch.fixture.js';
import { signed } from './webhooks.fixture.js';

const { add, closeAll } = closing();
let upstreams: Upstreams;
let quality: Reader;
let scheduler: Scheduler;
let watch: GrpcClient<typeof WatchServiceDefinition>;
let ada: TokenUser;

/** Says this, in the order in which the sentences come. */
const says = (...sentences: string[]): Script =>
  async function* () {
    yield await Promise.resolve(delta(sentences.join(' ')));
    yield completed({ cost: { amount: 0.001, currency: 'USD', source: 'COST_SOURCE_PROVIDER' as never } });
  };
const price = (dollars: number) => `The Pro plan costs $${dollars} per month.`;
const steady = ['Support is available by mail only.', 'Data is kept in Europe.'];

beforeEach(async () => {
  ada = aUser();
  upstreams = add(
    await scriptedUpstreams({ gpt: says(price(20), ...steady), claude: says(...steady.toReversed(), price(20)) }),
  );
  quality = add(await scriptedReader());
  scheduler = add(await startScheduler(upstreams.url, { env: { QUALITY_GRPC_URL: quality.url } }));
  watch = scheduler.client(WatchServiceDefinition);
});
afterEach(closeAll);

const watched = (overrides = {}) => manual({ aiServices: ['gpt', 'claude'], report: Report.CHANGES, ...overrides });
const create = async (input = watched()) => (await scheduler.queries.createSavedQuery({ input }, as(ada))).id;
const ended = (id: number, executionId: number) =>
  until(async () => {
    const execution = (await scheduler.history(ada, id)).find((each) => each.id === executionId);
    return /COMPLETED|FAILED/.test(execution?.status ?? '') ? execution : undefined;
  });
const run = async (id: number) => {
  const { executionId } = await scheduler.queries.executeSavedQuery({ id }, as(ada));
  return ended(id, executionId);
};
const asked = () => {
  const names = upstreams.requests.map(({ aiService }) => aiService);
  upstreams.requests.length = 0;
  return names.toSorted();
};
const published = async () =>
  (
    await scheduler.rows('SELECT payload FROM scheduler.outbox WHERE subject = $1 ORDER BY position', [
      'scheduler.run_reported.v1',
    ])
  ).map(({ payload }) => payload as Record<string, unknown>);

describe('the first run of a watched query', () => {
  it('asks each service three times, keeps one result each, and reports no change', async () => {
    const id = await create(watched({ watchFocus: 'only prices' }));
    const execution = await run(id);
    expect(asked()).toEqual(['claude', 'claude', 'claude', 'gpt', 'gpt', 'gpt']);
    expect(execution).toMatchObject({ status: ExecutionStatus.COMPLETED, successfulResponses: 2 });
    expect(execution.results).toHaveLength(2);
    expect(execution.report).toMatchObject({ isBaseline: true, changedServices: 0, totalServices: 2, changes: [] });
    expect(execution.report).toMatchObject({ furtherAnswers: 4, cost: { amount: 0.006, currency: 'USD' } });
    const [{ request, call }] = quality.readings as [Reader['readings'][number]];
    expect(request).toMatchObject({
      question: 'What is new?',
      focus: 'only prices',
      knownClaims: [],
      onlyKnown: false,
    });
    expect(request.texts).toHaveLength(6);
    expect(call.caller).toMatchObject({ userId: ada.userId, onBehalfOf: true });
    expect(await published()).toEqual([
      expect.objectContaining({ executionId: execution.id, savedQueryId: id, totalServices: 2, isBaseline: true }),
    ]);
  });

  it('asks as often as its owner says, and a query that reports everything is asked once', async () => {
    await run(await create(watched({ baselineRuns: 1 })));
    expect(asked()).toEqual(['claude', 'gpt']);
    const execution = await run(await create(manual({ aiServices: ['gpt'] })));
    expect(execution.report).toBeUndefined();
    expect([asked(), quality.readings.length, (await published()).length]).toEqual([['gpt'], 1, 1]);
  });

  it.each([
    [{ baselineRuns: 6 }, /1 to 5 times/],
    [{ watchFocus: 'x'.repeat(501) }, /at most 500 characters/],
  ])('is refused for %j', async (overrides, sentence) => {
    await expect(create(watched(overrides))).rejects.toThrow(sentence);
  });
});

describe('a later run', () => {
  it('is silent while the answers say the same', async () => {
    const id = await create();
    await run(id);
    asked();
    upstreams.scripts['gpt'] = says(...steady.toReversed(), price(20));
    expect((await run(id)).report).toMatchObject({
      isBaseline: false,
      changedServices: 0,
      changes: [],
      furtherAnswers: 0,
    });
    expect(asked()).toEqual(['claude', 'gpt']);
  });

  it('reports a changed number once it is confirmed, with both quotes, and is silent afterwards', async () => {
    const id = await create();
    await run(id);
    upstreams.scripts['gpt'] = says(price(25), ...steady);
    const execution = await run(id);
    expect(execution.report).toMatchObject({
      changedServices: 1,
      changes: [
        {
          aiService: 'gpt',
          kind: ChangeKind.NUMBER_CHANGED,
          sentence: `Gives another number than before: ${price(20)}`,
          before: price(20),
          now: price(25),
        },
      ],
    });
    expect(execution.report!.furtherAnswers).toBeGreaterThan(0);
    expect((await published()).at(-1)).toMatchObject({ changedServices: 1, totalServices: 2 });
    const digest = await scheduler
      .client(RunDigestsServiceDefinition)
      .getRunDigest({ executionId: execution.id, userId: ada.userId }, asAdmin());
    expect(digest).toMatchObject({ isWatched: true, executionNumber: 2, changes: execution.report!.changes });
    expect((await run(id)).report).toMatchObject({ changes: [] });
  });

  it('says nothing of what only one answer says', async () => {
    const id = await create();
    await run(id);
    let answers = 0;
    upstreams.scripts['gpt'] = (...call) => {
      answers += 1;
      return says(price(answers === 1 ? 25 : 20), ...steady)(...call);
    };
    expect((await run(id)).report).toMatchObject({ changedServices: 0, changes: [], furtherAnswers: 1 });
  });

  it('says what is new, what was dropped, and that a service fails', async () => {
    const id = await create();
    await run(id);
    upstreams.scripts['gpt'] = says(price(20), steady[1]!, 'A trial runs for two weeks.');
    upstreams.scripts['claude'] = breaks('The provider is away.');
    const { report } = await run(id);
    expect(report!.changes.map(({ aiService, kind, sentence }) => [aiService, kind, sentence])).toEqual([
      ['gpt', ChangeKind.DROPPED, `No longer says: ${steady[0]}`],
      ['gpt', ChangeKind.NEW, 'Now says: A trial runs for two weeks.'],
      ['claude', ChangeKind.ERROR, 'Could not answer: The provider is away.'],
    ]);
  });

  it('begins anew when the question or what counts has changed', async () => {
    const id = await create();
    await run(id);
    const edit = change({ watchFocus: 'who is named' });
    await scheduler.queries.updateSavedQuery({ id, input: edit, fields: ['watchFocus'] }, as(ada));
    expect((await run(id)).report).toMatchObject({ isBaseline: true });
  });

  it('is read by the service that its owner chose, and begins anew with another one', async () => {
    const id = await create(watched({ watchExtractor: 'claude' }));
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).watchExtractor).toBe('claude');
    await run(id);
    expect((await run(id)).report).toMatchObject({ isBaseline: false });
    for (const { request } of quality.readings)
      expect(request).toMatchObject({ extractor: 'claude', onlyExtractor: true });
    const edit = { input: change({}), fields: ['watchExtractor'] };
    await scheduler.queries.updateSavedQuery({ id, ...edit }, as(ada));
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).watchExtractor).toBeUndefined();
    expect((await run(id)).report).toMatchObject({ isBaseline: true });
    expect(quality.readings.at(-1)!.request.onlyExtractor).toBe(false);
    await expect(create(watched({ watchExtractor: 'nobody' }))).rejects.toMatchObject({
      code: 'unknown_ai_service',
      issues: [{ path: 'watchExtractor', message: expect.stringContaining('"nobody"') }],
    });
  });

  it('says of the run before that the score of a service moved, in its own report and once', async () => {
    const id = await create();
    const judged = async (gpt: number, done = true) => {
      const execution = await run(id);
      const broadcastId = randomUUID();
      await scheduler.rows(
        `UPDATE scheduler.executions SET round_id = $1, round_state = 'kept', is_judged = true WHERE id = $2`,
        [broadcastId, execution.id],
      );
      const services = [
        { aiService: 'gpt', medianOverall: gpt, verdicts: 1 },
        { aiService: 'claude', medianOverall: 70, verdicts: 1 },
      ];
      quality.judged.set(broadcastId, { broadcastId, done, rubricVersion: '1', services });
      return { ...execution, broadcastId };
    };
    for (const score of [80, 82, 81, 79]) expect((await judged(score)).report).toMatchObject({ changes: [] });
    const late = await judged(61, false);
    expect(late.report).toMatchObject({ changes: [] });
    // Its judges are not done yet.
    expect((await run(id)).report).toMatchObject({ changes: [] });
    quality.judged.get(late.broadcastId)!.done = true;
    const reported = await run(id);
    expect(reported.report).toMatchObject({
      changedServices: 1,
      changes: [
        {
          aiService: 'gpt',
          kind: ChangeKind.SCORE_MOVED,
          sentence: 'Judged at 61 of 100 in Execution #5; 79 to 82 was its usual range.',
        },
      ],
    });
    expect((await published()).at(-1)).toMatchObject({ executionId: reported.id, changedServices: 1 });
    expect((await run(id)).report).toMatchObject({ changes: [] });
  });

  it('ends although nothing can be read, says so once, and knows what it knew', async () => {
    const id = await create();
    await run(id);
    quality.reader.read = () => Promise.reject(new AppError('unusable', 'unreadable_answer', 'It could not be read.'));
    const execution = await run(id);
    expect(execution).toMatchObject({ status: ExecutionStatus.COMPLETED, report: { changedServices: 2 } });
    expect(execution.report!.error).toBe('It could not be read.');
    expect(execution.report!.changes[0]!.kind).toBe(ChangeKind.NOT_COMPARED);
    expect((await run(id)).report).toMatchObject({ changes: [], error: 'It could not be read.' });
    quality.reader.read = (request) => Promise.resolve(readSentences(request));
    upstreams.scripts['gpt'] = says(price(25), ...steady);
    expect((await run(id)).report).toMatchObject({ changedServices: 1, isBaseline: false });
  });

  it('is gone with its query', async () => {
    const id = await create();
    await run(id);
    await scheduler.queries.deleteSavedQuery({ id }, as(ada));
    for (const table of ['watch_states', 'watch_answers', 'watch_readings', 'watch_reports'])
      expect(await scheduler.rows(`SELECT 1 FROM scheduler.${table}`)).toEqual([]);
  });
});

describe('a run that a webhook starts', () => {
  const withWebhook = async (content: string) => {
    const variables = { variables: [{ name: 'city', default: 'Rome' }] };
    const id = await create(watched({ content, variables, baselineRuns: 1 }));
    const webhooks = scheduler.client(WebhooksServiceDefinition);
    const { secret } = await webhooks.renewWebhook({ savedQueryId: id }, as(ada));
    return async (values: Record<string, string>) => {
      const message = signed(id, secret, values, randomUUID());
      return ended(id, (await webhooks.receiveWebhook(message)).executionId);
    };
  };

  it('is compared where its text is the query’s own', async () => {
    const start = await withWebhook('What is new in {{city}}?');
    expect((await start({})).report).toMatchObject({ isBaseline: true });
    expect((await start({ from: 'a monitor', city: 'Rome' })).report).toMatchObject({ isBaseline: false });
  });

  it('is not compared where it asks something else', async () => {
    const start = await withWebhook('What is new in {{city}} on {{date}}?');
    expect(await start({ city: 'Oslo' })).toMatchObject({
      sentText: expect.stringContaining('in Oslo on'),
      report: undefined,
    });
    expect((await start({ date: '{{date}}' })).report).toBeUndefined();
  });
});

describe('the timeline', () => {
  it('holds what each service said of each claim, run by run, for its owner alone', async () => {
    const id = await create(watched({ aiServices: ['gpt'] }));
    await run(id);
    upstreams.scripts['gpt'] = says(price(25), ...steady);
    const second = await run(id);
    const { runs, claims } = await watch.getTimeline({ savedQueryId: id }, as(ada));
    expect(runs.map(({ isBaseline, changedServices }) => [isBaseline, changedServices])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    const claim = claims.find(({ text }) => text === price(20));
    expect(claim?.cells.map(({ stance, isChange }) => [stance, isChange])).toEqual([
      [TimelineStance.SAYS, false],
      [TimelineStance.CONTRADICTS, true],
    ]);
    expect(claim?.cells[1]).toMatchObject({ executionId: second.id, aiService: 'gpt', quote: price(25) });
    await expect(watch.getTimeline({ savedQueryId: id }, as(aUser()))).rejects.toMatchObject({ kind: 'not_found' });
  });
});
