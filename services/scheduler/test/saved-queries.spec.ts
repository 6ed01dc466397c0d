import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Frequency, type Schedule } from '@polylogue/proto';
import { aUser, closing, says } from '@polylogue/test-kit';
import { OldKeysCron } from '../src/clock/old-keys.cron.js';
import { IdempotencyRepository } from '../src/saved-queries/idempotency.repository.js';
import { as, change, input, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { scriptedUpstreams } from './scripted-upstreams.fixture.js';

const { add, closeAll } = closing();
const ada = aUser();
const bob = aUser();
let scheduler: Scheduler;

beforeAll(async () => {
  const ai = add(await scriptedUpstreams({ gpt: says('Hello.'), claude: says('Hi.') }));
  scheduler = add(await startScheduler(ai.url, { env: { SCHEDULER_TICK_SECONDS: '600' } }));
});
afterAll(closeAll);

const create = (overrides: Parameters<typeof input>[0] = {}, user = ada) =>
  scheduler.queries.createSavedQuery({ input: input(overrides) }, as(user));
const weekly = (overrides: Partial<Schedule> = {}): Schedule => ({
  isScheduled: true,
  frequency: Frequency.WEEKLY,
  days: [1],
  timeZone: 'Europe/Berlin',
  ...overrides,
});

describe('a saved query', () => {
  it('is kept as it was given, with its next run', async () => {
    const made = await create({ description: 'Mondays', aiServices: ['claude', 'gpt'], schedule: weekly() });
    expect(made).toMatchObject({
      title: 'Digest',
      content: 'What is new?',
      description: 'Mondays',
      aiServices: ['claude', 'gpt'],
      isActive: true,
      executionsTotal: 0,
      schedule: weekly(),
    });
    const next = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    } as Intl.DateTimeFormatOptions);
    expect(next.format(made.nextRunAt)).toMatch(/Mon.*09:00/);
    expect(made.lastRunAt).toBeUndefined();
    expect(await scheduler.queries.getSavedQuery({ id: made.id }, as(ada))).toEqual(made);
  });

  it('is daily at 09:00 in UTC when a schedule says nothing else', async () => {
    const { nextRunAt } = await create({ schedule: { isScheduled: true, days: [] } });
    expect(nextRunAt!.toISOString()).toMatch(/T09:00:00.000Z$/);
  });

  it('has no next run without a schedule, or while it is paused; resuming counts from now', async () => {
    expect((await scheduler.queries.createSavedQuery({ input: manual() }, as(ada))).nextRunAt).toBeUndefined();
    const { id } = await create();
    const toggle = (isActive: boolean) =>
      scheduler.queries.updateSavedQuery({ id, input: change({ isActive }), fields: ['isActive'] }, as(ada));
    const paused = await toggle(false);
    expect([paused.isActive, paused.nextRunAt, paused.title]).toEqual([false, undefined, 'Digest']);
    expect((await toggle(true)).nextRunAt!.getTime()).toBeGreaterThan(Date.now());
  });

  it('keeps absent fields and clears those that are named without a value', async () => {
    const { id } = await create({ description: 'Old' });
    const update = (fields: string[], overrides: object) =>
      scheduler.queries.updateSavedQuery({ id, input: change(overrides), fields }, as(ada));
    expect(await update(['title'], { title: 'New' })).toMatchObject({ title: 'New', description: 'Old' });
    expect((await update(['description'], {})).description).toBeUndefined();
    const timed = await update(['scheduleTime'], { schedule: { isScheduled: false, days: [], time: '17:45' } });
    expect(timed.schedule).toMatchObject({ isScheduled: true, time: '17:45' });
    expect(timed.nextRunAt!.toISOString()).toMatch(/T17:45/);
  });

  it('belongs to its owner: for another user its id is answered like a missing one', async () => {
    const { id } = await create();
    const missing = { kind: 'not_found', code: 'saved_query_not_found' };
    const { queries } = scheduler;
    const tries = (wanted: number, user = bob) => [
      queries.getSavedQuery({ id: wanted }, as(user)),
      queries.deleteSavedQuery({ id: wanted }, as(user)),
      queries.executeSavedQuery({ id: wanted }, as(user)),
      queries.updateSavedQuery({ id: wanted, input: change({ title: 'x' }), fields: ['title'] }, as(user)),
      scheduler.history(user, wanted),
    ];
    for (const attempt of [...tries(id), ...tries(987_654, ada)]) await expect(attempt).rejects.toMatchObject(missing);
    expect((await queries.listSavedQueries({}, as(bob))).savedQueries).toEqual([]);
  });

  it('is made once for one idempotency key', async () => {
    const user = aUser();
    const request = { input: input(), idempotencyKey: 'a-key' };
    const made = await Promise.all([1, 2, 3].map(() => scheduler.queries.createSavedQuery(request, as(user))));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = scheduler.queries.createSavedQuery({ ...request, input: input({ title: 'Other' }) }, as(user));
    await expect(other).rejects.toMatchObject({ kind: 'unusable' });
  });
});

it('removes old idempotency keys in bounded batches until none is left', async () => {
  await scheduler.rows(
    `INSERT INTO scheduler.idempotency (user_id, route, key, body_hash, made_id, created_at)
     SELECT gen_random_uuid(), 'create', turn::text, '', 1, now() - interval '2 days'
     FROM generate_series(1, 4500) AS turn`,
  );
  const { app } = scheduler.service;
  const batches = jest.spyOn(app.get(IdempotencyRepository, { strict: false }), 'removeOld');
  await app.get(OldKeysCron, { strict: false }).remove();
  expect(await Promise.all(batches.mock.results.map(({ value }) => value))).toEqual([2_000, 2_000, 500]);
});

describe('what cannot be saved', () => {
  const custom = (cron?: string): Schedule => ({ isScheduled: true, frequency: Frequency.CUSTOM, days: [], cron });
  it.each<[string, Parameters<typeof input>[0], string]>([
    ['a blank title', { title: ' ' }, 'title'],
    ['no content', { content: '' }, 'content'],
    ['no service', { aiServices: [] }, 'selectedAiServices'],
    ['a service that does not exist', { aiServices: ['gpt', 'gone'] }, 'selectedAiServices'],
    ['a name no service can have', { aiServices: ['../etc'] }, 'selectedAiServices'],
    ['a service twice', { aiServices: ['gpt', 'gpt'] }, 'selectedAiServices'],
    ['no cron', { schedule: custom() }, 'customSchedule'],
    ['six fields', { schedule: custom('0 0 9 * * *') }, 'customSchedule'],
    ['every minute', { schedule: custom('* * * * *') }, 'customSchedule'],
    ['a day that never comes', { schedule: custom('0 9 31 2 *') }, 'customSchedule'],
    ['25:61', { schedule: weekly({ time: '25:61' }) }, 'scheduleTime'],
    ['an eighth day', { schedule: weekly({ days: [7] }) }, 'scheduleDays'],
    ['an unknown zone', { schedule: weekly({ timeZone: 'Mars/Olympus' }) }, 'timeZone'],
  ])('%s', async (_name, overrides, path) => {
    await expect(create(overrides)).rejects.toMatchObject({ kind: 'invalid', issues: [{ path }] });
  });

  it('anything of a user who is not approved', async () => {
    const attempt = scheduler.queries.createSavedQuery({ input: input() }, as(aUser({ isApproved: false })));
    await expect(attempt).rejects.toMatchObject({ kind: 'forbidden', code: 'approval_required' });
  });
});

describe('a preview', () => {
  const preview = (schedule: Schedule) => scheduler.queries.previewSchedule({ schedule }, as(ada));

  it('is the next five runs, or why there are none', async () => {
    const { nextRuns, issues } = await preview(weekly());
    expect([nextRuns.length, issues]).toEqual([5, []]);
    const day = 24 * 3_600_000;
    expect(nextRuns[1]!.getTime() - nextRuns[0]!.getTime()).toBeGreaterThan(6.9 * day);
    const wrong = await preview(weekly({ frequency: Frequency.CUSTOM, cron: 'x' }));
    expect(wrong).toMatchObject({ nextRuns: [], issues: [{ path: 'customSchedule' }] });
    expect(await preview({ isScheduled: false, days: [] })).toEqual({ nextRuns: [], issues: [] });
  });
});

describe('row-level security', () => {
  it.each(['saved_queries', 'executions', 'execution_results', 'idempotency'])('holds for %s', async (table) => {
    const { database } = scheduler.service;
    expect(await database.asUser(bob.userId, (tx) => tx.query(`SELECT * FROM ${table}`))).toEqual([]);
    expect(await database.app.query(`SELECT * FROM ${table}`)).toEqual([]);
  });

  it('keeps the worker from making queries', async () => {
    const { database } = scheduler.service;
    await expect(database.worker.query('INSERT INTO saved_queries DEFAULT VALUES')).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('schedules of one user', () => {
  const refused = {
    kind: 'conflict',
    code: 'too_many_schedules',
    message: expect.stringMatching(/You have 3 scheduled queries.*Delete one or turn its schedule off/),
    issues: [{ path: 'isScheduled' }],
  };
  const schedule = weekly();
  let limited: Scheduler;
  beforeAll(async () => {
    const ai = add(await scriptedUpstreams({ gpt: says('Hello.') }));
    const env = { SCHEDULER_TICK_SECONDS: '600', SCHEDULER_MAX_SCHEDULES: '3' };
    limited = add(await startScheduler(ai.url, { env }));
  });
  const make = (user = ada, overrides: Parameters<typeof input>[0] = { schedule }, idempotencyKey?: string) =>
    limited.queries.createSavedQuery({ input: input(overrides), idempotencyKey }, as(user));
  const scheduled = async (user: typeof ada) =>
    (await limited.queries.listSavedQueries({}, as(user))).savedQueries.filter((each) => each.schedule?.isScheduled);

  it('never exceed the maximum, however many are made at once', async () => {
    const user = aUser();
    const tries = await Promise.allSettled(Array.from({ length: 9 }, () => make(user)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).toMatchObject(refused);
    expect(await scheduled(user)).toHaveLength(3);
    expect((await make(aUser())).schedule?.isScheduled).toBe(true);
  });

  it('count once for one idempotency key, and a query without a schedule does not', async () => {
    const user = aUser();
    for (const key of ['a', 'b', 'c']) await make(user, { schedule }, key);
    expect((await make(user, { schedule }, 'c')).schedule?.isScheduled).toBe(true);
    await limited.queries.createSavedQuery({ input: manual() }, as(user));
    await expect(make(user, { schedule }, 'd')).rejects.toMatchObject(refused);
  });

  it('count when a query gets one later; paused ones go on counting, deleted ones do not', async () => {
    const user = aUser();
    const { id } = await limited.queries.createSavedQuery({ input: manual() }, as(user));
    const made = [await make(user), await make(user), await make(user)];
    const update = (which: number, fields: string[], overrides: object) =>
      limited.queries.updateSavedQuery({ id: which, input: change(overrides), fields }, as(user));
    const turnOn = () => update(id, ['isScheduled'], { schedule });
    await expect(turnOn()).rejects.toMatchObject(refused);
    await update(made[0]!.id, ['isActive'], { isActive: false });
    await expect(turnOn()).rejects.toMatchObject(refused);
    expect(await update(made[1]!.id, ['title'], { title: 'Still mine' })).toMatchObject({ title: 'Still mine' });
    await limited.queries.deleteSavedQuery({ id: made[2]!.id }, as(user));
    const both = await Promise.allSettled([turnOn(), make(user)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await scheduled(user)).toHaveLength(3);
  });
});
