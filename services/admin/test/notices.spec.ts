import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChangeKind,
  ExecutionStatus,
  NoticeKind,
  NoticesServiceDefinition,
  RunDigest,
  RunDigestsServiceDefinition,
  SavedQueriesServiceDefinition,
  SignInFromIssuerRequest,
  TriggerType,
  type User,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { stub, stubGrpcServer, testSigner, type StubServer } from '@polylogue/test-kit';
import { v7 } from 'uuid';
import { RunDigestsClient } from '../src/clients/run-digests.client.js';
import type { AdminConfig } from '../src/config.js';
import type { Notice, NoticeListener } from '../src/notices/notice.js';
import { NoticesRepository } from '../src/notices/notices.repository.js';
import { NoticesService } from '../src/notices/notices.service.js';
import { OldNoticesCron } from '../src/notices/old-notices.cron.js';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let scheduler: StubServer;
let admin: AdminFixture;
let ada: User;
let digests: Map<number, { userId: string; digest: RunDigest }>;
let lastRun = 0;

beforeAll(async () => {
  digests = new Map();
  scheduler = await stubGrpcServer(
    stub(RunDigestsServiceDefinition, {
      getRunDigest: ({ executionId, userId }, call) => {
        call.mustComeFrom('admin');
        const known = digests.get(executionId);
        if (known?.userId === userId) return Promise.resolve(known.digest);
        throw new AppError('not_found', 'run_not_found', 'No such run.');
      },
    }),
  );
  admin = await startAdmin({ env: { SCHEDULER_GRPC_URL: scheduler.url } });
});
afterAll(async () => {
  await admin.close();
  await scheduler.close();
});
beforeEach(async () => void (ada = await admin.aUser()));

const client = () => admin.slice.client(NoticesServiceDefinition);
const page = { beforeId: '', limit: 0, withHidden: false };
const listOf = (user: User, wanted = {}) => client().listNotices({ ...page, ...wanted }, admin.as(user));
const titlesOf = async (user: User, wanted = {}) => (await listOf(user, wanted)).notices.map(({ title }) => title);

/** A run that the scheduler knows. */
function aRun(user: User, digest: Partial<RunDigest> = {}) {
  const executionId = (lastRun += 1);
  const usual = { savedQueryId: 12, title: 'Morning prices', status: ExecutionStatus.COMPLETED, totalResponses: 6 };
  const whole = RunDigest.fromPartial({ ...usual, executionNumber: executionId, successfulResponses: 6, ...digest });
  digests.set(executionId, { userId: user.id, digest: whole });
  const ids = { executionId, savedQueryId: whole.savedQueryId, userId: user.id };
  const ended = { status: whole.status, triggerType: TriggerType.SCHEDULED, successfulResponses: 6, totalResponses: 6 };
  return { ids, finished: { ...ids, ...ended, isSkipped: undefined } };
}
const failing = { status: ExecutionStatus.FAILED, successfulResponses: 0, error: 'None of the AI services answered.' };

async function publishFailure(user: User, title: string, at = Date.now()): Promise<void> {
  const { finished } = aRun(user, { ...failing, title });
  await admin.publish('scheduler.execution_finished.v1', finished, v7({ msecs: at }));
}

describe('a notice', () => {
  it('is made of a run that failed, and read where its owner reads it', async () => {
    const { finished } = aRun(ada, failing);
    await admin.publish('scheduler.execution_finished.v1', finished);
    await admin.settled();
    const { notices, unread, hasMore } = await listOf(ada);
    expect({ unread, hasMore }).toEqual({ unread: 1, hasMore: false });
    expect(notices).toMatchObject([
      {
        kind: NoticeKind.RUN_FAILED,
        title: 'Morning prices: the run failed',
        lines: ['None of the AI services answered.', `Execution #${finished.executionId}`],
        path: '/saved-queries/12/results',
        readAt: undefined,
      },
    ]);
    expect(await titlesOf(admin.boss)).not.toContain('Morning prices: the run failed');
  });

  it('of a run that finished is made for those who chose to hear of it, and hidden from others', async () => {
    await admin.publish('scheduler.execution_finished.v1', aRun(ada).finished);
    await admin.settled();
    expect(await titlesOf(ada)).toEqual([]);
    expect(await titlesOf(ada, { withHidden: true })).toEqual(['Morning prices: 6 of 6 answered']);
    const inApp = [NoticeKind.RUN_FINISHED];
    expect(await client().setNoticePreferences({ preferences: { inApp } }, admin.as(ada))).toEqual({ inApp });
    await admin.publish('scheduler.execution_finished.v1', aRun(ada, { title: 'News' }).finished);
    await publishFailure(ada, 'Left out');
    await admin.settled();
    expect(await titlesOf(ada)).toEqual(['News: 6 of 6 answered']);
  });

  it('of a watched query is made of what changed alone, and of its first run', async () => {
    const changes = [
      {
        aiService: 'gpt',
        kind: ChangeKind.NUMBER_CHANGED,
        sentence: 'The price rose.',
        before: '$10\n a month',
        now: '$12',
      },
    ];
    const watched = { isWatched: true, changes };
    const [first, same, changed, failed] = [aRun(ada, watched), aRun(ada, watched), aRun(ada, watched)].concat(
      aRun(ada, { ...watched, ...failing }),
    ) as [ReturnType<typeof aRun>, ReturnType<typeof aRun>, ReturnType<typeof aRun>, ReturnType<typeof aRun>];
    const report = (run: typeof first, changedServices: number, isBaseline = false) =>
      admin.publish('scheduler.run_reported.v1', { ...run.ids, changedServices, totalServices: 6, isBaseline });
    for (const { finished } of [first, same, changed, failed]) {
      await admin.publish('scheduler.execution_finished.v1', finished);
    }
    await report(first, 0, true);
    await report(same, 0);
    await report(changed, 2);
    await admin.settled();
    const { notices } = await listOf(ada, { withHidden: true });
    expect(notices.map(({ kind }) => kind).toSorted()).toEqual([
      NoticeKind.RUN_CHANGED,
      NoticeKind.RUN_FAILED,
      NoticeKind.RUN_FINISHED,
    ]);
    const notice = notices.find(({ kind }) => kind === NoticeKind.RUN_CHANGED);
    expect(notice).toMatchObject({
      title: 'Morning prices: 2 of 6 changed',
      lines: ['gpt: The price rose. Before: “$10 a month” Now: “$12”', `Execution #${changed.ids.executionId}`],
    });
  });

  it('of slots without a run is made once for each cause, and not of the executions that stand for them', async () => {
    const missed = aRun(ada, { ...failing, error: '3 scheduled runs were missed because nothing ran.' });
    const behind = aRun(ada, { ...failing, title: 'News', error: 'Skipped: previous run still active' });
    await admin.publish('scheduler.execution_finished.v1', { ...missed.finished, isSkipped: true });
    await admin.publish('scheduler.slots_missed.v1', { ...missed.ids, missedSlots: 3, activeExecutionId: undefined });
    for (let time = 0; time < 2; time += 1) {
      await admin.publish('scheduler.slots_missed.v1', { ...behind.ids, missedSlots: 1, activeExecutionId: 4_711 });
    }
    await admin.settled();
    expect((await titlesOf(ada)).toSorted()).toEqual(['Morning prices: 3 runs were missed', 'News: a run was skipped']);
  });

  it('of a budget near its end is made once a day for the user and for each key', async () => {
    const used = { userId: ada.id, day: '2026-03-31', usedMicros: 16_400_000, usedTokens: 9 };
    const event = { ...used, budgetMicros: 20_000_000, budgetTokens: undefined, apiKeyId: undefined };
    const apiKeyId = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      await admin.publish('ai_dispatch.budget_near_end.v1', event);
      await admin.publish('ai_dispatch.budget_near_end.v1', { ...event, apiKeyId });
    }
    await admin.settled();
    const { notices } = await listOf(ada);
    expect(notices.map(({ title, lines, path }) => [title, lines[0], path]).toSorted()).toEqual([
      ['82% of the budget of an API key for today is used', '$16.40 of $20.00 are used.', '/admin/account#keys-title'],
      ['82% of your budget for today is used', '$16.40 of $20.00 are used.', '/admin/account#allowance-title'],
    ]);
  });

  it('tells every administrator who waits, the user of the approval, and goes with the one it names', async () => {
    const eve = await admin.aUser('Eve');
    await admin.settled();
    // Ada waits as well, and events of two users come in any order.
    const title = 'Eve Lovelace is waiting for approval';
    const notice = (await listOf(admin.boss)).notices.find((each) => each.title === title);
    expect(notice).toMatchObject({
      kind: NoticeKind.APPROVAL_WAITING,
      title,
      lines: [eve.email],
      path: '/admin',
    });
    await admin.users.approveUser({ userId: eve.id }, admin.asBoss);
    await admin.settled();
    expect(await titlesOf(eve)).toEqual(['Your account has been approved']);
    await admin.accounts.erasePerson({ userId: eve.id }, admin.as(eve));
    expect(await titlesOf(admin.boss)).not.toContain(title);
    expect(await admin.rows('SELECT * FROM admin.notices WHERE user_id = $1', [eve.id])).toEqual([]);
  });

  it('is not made of a run whose query is gone, nor for a user who is', async () => {
    const { finished } = aRun(ada, failing);
    digests.delete(finished.executionId);
    await admin.publish('scheduler.execution_finished.v1', finished);
    const gone = { ...ada, id: randomUUID() };
    await publishFailure(gone, 'Nobody’s');
    await admin.settled();
    expect(await listOf(ada)).toMatchObject({ notices: [], unread: 0 });
    expect(await admin.rows('SELECT 1 FROM admin.notices WHERE user_id = $1', [gone.id])).toEqual([]);
    expect(await admin.rows('SELECT consumer FROM admin.dead_letters')).toEqual([]);
  });
});

it('is not made of what happened before there were notices', async () => {
  const before = v7({ msecs: Date.now() - 7 * 86_400_000 });
  await admin.publish('scheduler.execution_finished.v1', aRun(ada, failing).finished, before);
  await admin.publish('admin.user_approved.v1', { userId: ada.id, approvedBy: admin.boss.id }, before);
  await admin.settled();
  expect(await listOf(ada, { withHidden: true })).toMatchObject({ notices: [], unread: 0 });
});

it('tells administrators who waits after signing in at an issuer, once', async () => {
  const account = { issuer: 'https://id.example.org', subject: randomUUID(), email: 'zoe@example.org' };
  for (let times = 0; times < 2; times += 1) {
    await admin.accounts.signInFromIssuer(
      SignInFromIssuerRequest.fromPartial({ ...account, firstName: 'Zoe', lastName: 'L' }),
    );
  }
  await admin.settled();
  const titles = (await titlesOf(admin.boss)).filter((title) => title === 'Zoe L is waiting for approval');
  expect(titles).toHaveLength(1);
});

it('waits for a scheduler that answers, also for one of the next version', async () => {
  const older = await stubGrpcServer(stub(SavedQueriesServiceDefinition, {}));
  const client = new RunDigestsClient(testSigner('admin'), { SCHEDULER_GRPC_URL: older.url } as AdminConfig);
  await expect(client.find(ada.id, 1)).rejects.toMatchObject({ kind: 'unavailable', code: 'scheduler_older' });
  await older.close();
  await expect(client.find(ada.id, 1)).rejects.toMatchObject({ kind: 'unavailable' });
  client.onApplicationShutdown();
});

describe('reading', () => {
  it('is by pages, and marks one, or all up to one, for the user alone', async () => {
    const now = Date.now();
    // By when they happened, in whatever order their events arrive.
    for (const run of [4, 1, 5, 3, 2]) await publishFailure(ada, `Query ${run}`, now + run);
    await admin.settled();
    const first = await listOf(ada, { limit: 3 });
    expect(first).toMatchObject({ unread: 5, hasMore: true });
    const rest = await listOf(ada, { limit: 3, beforeId: first.notices.at(-1)!.id });
    expect(rest).toMatchObject({ unread: 5, hasMore: false });
    expect([...first.notices, ...rest.notices].map(({ title }) => title[6])).toEqual(['5', '4', '3', '2', '1']);
    const { id } = first.notices[1]!;
    const mark = (request: { ids?: string[]; upToId?: string }, user = ada) =>
      client().markNoticesRead({ ids: [], ...request }, admin.as(user));
    expect(await mark({ ids: [id] }, await admin.aUser())).toEqual({ unread: 0 });
    expect(await mark({ ids: [id] })).toEqual({ unread: 4 });
    expect(await mark({ ids: [id, randomUUID()] })).toEqual({ unread: 4 });
    expect(await mark({ upToId: first.notices[2]!.id })).toEqual({ unread: 1 });
    const { notices } = await listOf(ada);
    expect(notices.map(({ readAt }) => readAt !== undefined)).toEqual([false, true, true, true, true]);
    await expect(mark({ ids: ['x'] })).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_notices' });
    await expect(mark({ ids: Array.from({ length: 101 }, () => id) })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(client().listNotices({ ...page, beforeId: 'x' }, admin.as(ada))).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(client().listNotices(page)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('is published with what is new, so that every device knows', async () => {
    const changes = () =>
      admin.rows(`SELECT 1 FROM admin.outbox WHERE subject = 'admin.notices_changed.v1' AND payload->>'userId' = $1`, [
        ada.id,
      ]);
    await publishFailure(ada, 'One');
    await admin.publish('scheduler.execution_finished.v1', aRun(ada).finished);
    await admin.settled();
    expect(await changes()).toHaveLength(1);
    const { notices } = await listOf(ada);
    for (let marked = 0; marked < 2; marked += 1) {
      await client().markNoticesRead({ ids: [notices[0]!.id] }, admin.as(ada));
    }
    expect(await changes()).toHaveLength(2);
  });

  it('of a suite that got worse, or stopped, is made once for each run and leads to it', async () => {
    const event = { suiteId: 'a1', runId: 'r1', userId: ada.id, worse: 1, decided: 3 };
    for (let time = 0; time < 2; time += 1) await admin.publish('quality.suite_alarmed.v1', event);
    const stopSentence = 'The budget is used up.';
    await admin.publish('quality.suite_alarmed.v1', { ...event, runId: 'r2', worse: 0, stopSentence });
    await admin.settled();
    const { notices } = await listOf(ada);
    const path = '/quality-assessment/suites/a1';
    expect(notices.toSorted((one, other) => one.title.localeCompare(other.title))).toMatchObject([
      {
        kind: NoticeKind.SUITE_ALARM,
        title: 'A suite got worse',
        lines: ['1 of 3 cases passed before and fails now.'],
        path,
      },
      { title: 'A suite stopped before its end', lines: [stopSentence], path },
    ]);
  });

  it('has the usual kinds until one chooses, and refuses what is none', async () => {
    const usual = await client().getNoticePreferences({}, admin.as(ada));
    expect(usual.inApp).toEqual([
      NoticeKind.RUN_FAILED,
      NoticeKind.RUN_CHANGED,
      NoticeKind.RUN_SKIPPED,
      NoticeKind.BUDGET_NEAR_END,
      NoticeKind.APPROVAL_GRANTED,
      NoticeKind.APPROVAL_WAITING,
      NoticeKind.DELIVERY_GIVEN_UP,
      NoticeKind.SUITE_ALARM,
    ]);
    const set = (inApp: NoticeKind[]) => client().setNoticePreferences({ preferences: { inApp } }, admin.as(ada));
    expect(await set([NoticeKind.RUN_CHANGED, NoticeKind.RUN_FAILED, NoticeKind.RUN_CHANGED])).toEqual({
      inApp: [NoticeKind.RUN_FAILED, NoticeKind.RUN_CHANGED],
    });
    expect(await set([])).toEqual({ inApp: [] });
    await expect(set([NoticeKind.UNSPECIFIED])).rejects.toMatchObject({ kind: 'invalid' });
  });
});

it('is told to the listener within the transaction that stores it, and no second time', async () => {
  const { app, database, events } = admin.slice.service;
  const received: Notice[] = [];
  let fault: Error | undefined = new Error('the listener failed');
  const listener: NoticeListener = {
    noticed: (_tx, notice) => (fault ? Promise.reject(fault) : Promise.resolve(void received.push(notice))),
  };
  const notices = new NoticesService(database, events, app.get(NoticesRepository, { strict: false }), listener);
  const happenedAt = new Date();
  const texts = { kind: 'run_failed', title: 'T', lines: ['L'], path: '/' } as const;
  const add = () => database.asWorker((tx) => notices.add(tx, { userId: ada.id, cause: 'run:1', texts, happenedAt }));
  await expect(add()).rejects.toThrow('the listener failed');
  expect(await listOf(ada)).toMatchObject({ notices: [], unread: 0 });
  fault = undefined;
  await add();
  await add();
  const { notices: kept } = await listOf(ada);
  expect(kept).toHaveLength(1);
  expect(received).toEqual([{ id: kept[0]!.id, userId: ada.id, happenedAt, ...texts }]);
});

it('old notices go after 90 days, and of many the oldest, those that are hidden counted apart', async () => {
  const insert = (count: number, isShown: boolean, days: number) =>
    admin.rows(
      `INSERT INTO admin.notices (id, user_id, kind, cause, title, lines, path, happened_at, is_shown)
       SELECT gen_random_uuid(), $1, 'run_failed', gen_random_uuid()::text, 'T', '{}', '/', now() - $4 * interval '1 day', $3
       FROM generate_series(1, $2)`,
      [ada.id, count, isShown, days],
    );
  await insert(510, true, 0.5);
  await insert(7, false, 0.5);
  await insert(9, true, 91);
  await admin.slice.service.app.get(OldNoticesCron, { strict: false }).removeAll();
  const kept = await admin.rows(
    `SELECT is_shown AS "isShown", count(*)::int FROM admin.notices WHERE user_id = $1 GROUP BY 1 ORDER BY 1`,
    [ada.id],
  );
  expect(kept).toEqual([
    { isShown: false, count: 7 },
    { isShown: true, count: 500 },
  ]);
});
