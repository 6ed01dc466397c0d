import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExecutionStatus, Frequency, TriggerType } from '@polylogue/proto';
import type { TokenUser, Transaction } from '@polylogue/service-kit';
import { aUser, backingUrls, closing, gate, says, tcpProxy, until } from '@polylogue/test-kit';
import { ClaimsRepository } from '../src/clock/claims.repository.js';
import { as, change, input, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { saysAfter, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

const { add, closeAll } = closing();
let upstreams: Upstreams;
let ada: TokenUser;

beforeEach(async () => {
  ada = aUser();
  upstreams = add(await scriptedUpstreams({ gpt: says('Hello.') }));
});
afterEach(closeAll);

const create = async ({ queries }: Scheduler, made = input()) =>
  (await queries.createSavedQuery({ input: made }, as(ada))).id;
const history = (scheduler: Scheduler, id: number, count: number) =>
  until(async () => {
    const executions = await scheduler.history(ada, id);
    const isOver = executions.every(({ status }) => /COMPLETED|FAILED/.test(status));
    return executions.length >= count && isOver ? executions : undefined;
  });

describe('a slot', () => {
  it('runs at its time, never early, once, and the next one is stored', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const id = await create(scheduler);
    await scheduler.dueIn(id, '1 second');
    const [execution] = await history(scheduler, id, 1);
    expect(execution).toMatchObject({ status: ExecutionStatus.COMPLETED, triggerType: TriggerType.SCHEDULED });
    const [late] = await scheduler.rows('SELECT started_at >= slot_at AS "isDue" FROM scheduler.executions');
    expect(late).toEqual({ isDue: true });
    const { nextRunAt, lastRunAt } = await scheduler.queries.getSavedQuery({ id }, as(ada));
    expect(nextRunAt!.getTime()).toBeGreaterThan(Date.now());
    expect(lastRunAt).toEqual(execution!.executedAt);
    expect(upstreams.requests).toHaveLength(1);
  });

  it('that was missed runs late; the ones before it leave one failed execution', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const id = await create(scheduler);
    // Six days before the last slot, by the hour that the query has: the hour may change while this runs.
    await scheduler.rows(
      `UPDATE scheduler.saved_queries
       SET next_run_at = date_bin('1 day', now(), timestamptz '2000-01-01 00:00Z' + $1::interval) - interval '6 days'`,
      [input().schedule!.time],
    );
    const executions = await history(scheduler, id, 2);
    expect(executions.map(({ status, errorMessage }) => [status, errorMessage]).sort()).toEqual([
      [ExecutionStatus.COMPLETED, undefined],
      [ExecutionStatus.FAILED, '6 scheduled runs were missed because the scheduler was not running.'],
    ]);
    expect(upstreams.requests).toHaveLength(1);
  });

  it('that was missed in 200 queries of five minutes for eight days: each runs once and says what it missed', async () => {
    const scheduler = add(await startScheduler(upstreams.url, { env: { SCHEDULER_LATE_RUNS_PER_SECOND: '200' } }));
    // None is due while the test runs.
    const hour = new Date().getUTCHours();
    const hours = Array.from({ length: 22 }, (_hour, index) => (hour + 2 + index) % 24);
    await scheduler.rows(
      `INSERT INTO scheduler.saved_queries
         (user_id, title, content, ai_services, is_scheduled, frequency, cron, time_zone, is_active, next_run_at)
       SELECT $1, 'Query ' || n, 'What is new?', '{gpt}', true, 'custom', $2, 'UTC', true,
         date_bin('1 hour', now(), 'epoch') - interval '8 days 2 hours'
       FROM generate_series(1, 200) AS n`,
      [ada.userId, `*/5 ${hours.join(',')} * * *`],
    );
    const ended = `SELECT status, error_message AS message, count(*)::int, count(DISTINCT saved_query_id)::int AS queries
      FROM scheduler.executions WHERE status IN ('completed', 'failed') GROUP BY 1, 2 ORDER BY 1`;
    const total = (rows: Record<string, unknown>[]) => rows.reduce((sum, { count }) => sum + Number(count), 0);
    await until(async () => total(await scheduler.rows(ended)) === 400);
    const message = 'More than 2000 scheduled runs were missed because the scheduler was not running.';
    expect(await scheduler.rows(ended)).toEqual([
      { status: 'completed', message: null, count: 200, queries: 200 },
      { status: 'failed', message, count: 200, queries: 200 },
    ]);
  });

  it('that is late begins after the others that are, so many in a second; one on time waits for none of them', async () => {
    const env = { SCHEDULER_LATE_RUNS_PER_SECOND: '5', SCHEDULER_CLAIM_BATCH: '4' };
    const scheduler = add(await startScheduler(upstreams.url, { env }));
    const slots = Array.from({ length: 9 }, (_slot, n) => new Date(Math.floor(Date.now() / 60_000 - 120 + n) * 60_000));
    await scheduler.rows(
      `INSERT INTO scheduler.saved_queries
         (user_id, title, content, ai_services, is_scheduled, frequency, cron, time_zone, is_active, next_run_at)
       SELECT $1, 'Late', 'What is new?', '{gpt}', true, 'custom', cron, 'UTC', true, slot
       FROM unnest($2::text[], $3::timestamptz[]) AS late (cron, slot)`,
      [ada.userId, slots.map((slot) => `${slot.getUTCMinutes()} ${slot.getUTCHours()} * * *`), slots],
    );
    const onTime = await create(scheduler);
    await scheduler.dueIn(onTime, '1 second');
    const runs = () =>
      scheduler.rows(
        `SELECT saved_query_id::integer AS id, status, due_at = slot_at AS "isOnTime", started_at >= due_at AS "isDue",
           extract(epoch FROM due_at - lag(due_at) OVER (PARTITION BY due_at = slot_at ORDER BY slot_at))::float8 AS gap
         FROM scheduler.executions ORDER BY slot_at`,
      );
    await until(async () => (await runs()).filter(({ status }) => status === 'completed').length === 10);
    const all = await runs();
    expect(all.filter(({ isOnTime }) => isOnTime).map(({ id }) => id)).toEqual([onTime]);
    expect(all.every(({ isDue }) => isDue)).toBe(true);
    const gaps = all.flatMap(({ gap }) => (gap === null ? [] : [gap as number]));
    expect(gaps).toHaveLength(8);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.2);
  });

  it('is claimed only while the query is as it was when its slots were computed', async () => {
    const scheduler = add(await startScheduler(upstreams.url, { env: { SCHEDULER_TICK_SECONDS: '3600' } }));
    const ids = [await create(scheduler), await create(scheduler), await create(scheduler)];
    for (const id of ids) await scheduler.dueIn(id, '-1 minute');
    await scheduler.rows('SET search_path TO scheduler');
    const tx = { query: scheduler.rows } as unknown as Transaction;
    const claims = new ClaimsRepository();
    const due = await claims.findDue(tx, 0, 10);
    await scheduler.rows('UPDATE saved_queries SET version = version + 1 WHERE id = $1', [ids[0]]);
    await scheduler.dueIn(ids[1]!, '1 day');
    expect((await claims.lock(tx, due)).map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('that has begun once and waits for admin runs as it was, also when its query is edited in that moment', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const looks = () => upstreams.calls.filter(({ method }) => method === 'getAccess').length;
    const looksAgain = async () => {
      const before = looks();
      await until(() => looks() > before + 1);
    };
    upstreams.accountStatuses.set(ada.userId, 'away');
    const id = await create(scheduler);
    await scheduler.dueIn(id, '0');
    await looksAgain();
    // As an edit leaves it that commits while the run is under way, and voids nothing.
    await scheduler.rows(`UPDATE scheduler.saved_queries SET version = version + 1, content = 'Edited?'`);
    await looksAgain();
    upstreams.accountStatuses.delete(ada.userId);
    expect(await history(scheduler, id, 1)).toMatchObject([{ status: ExecutionStatus.COMPLETED }]);
    expect(upstreams.requests.map(({ messages }) => messages[0]?.content)).toEqual(['What is new?']);
  });

  it('is skipped while the previous run is active', async () => {
    const { opened, open } = gate();
    upstreams.scripts['gpt'] = saysAfter(opened, 'At last.');
    const scheduler = add(await startScheduler(upstreams.url));
    const id = await create(scheduler);
    await scheduler.queries.executeSavedQuery({ id }, as(ada));
    await until(() => upstreams.requests.length === 1);
    await scheduler.dueIn(id, '0');
    await until(async () => (await scheduler.history(ada, id)).length === 2);
    open();
    const executions = await history(scheduler, id, 2);
    expect(executions.map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
      [ExecutionStatus.FAILED, 'Skipped: previous run still active'],
      [ExecutionStatus.COMPLETED, undefined],
    ]);
    expect(upstreams.requests).toHaveLength(1);
  });

  it.each<[string, (scheduler: Scheduler, id: number) => Promise<unknown>]>([
    [
      'a pause',
      ({ queries }, id) =>
        queries.updateSavedQuery({ id, input: change({ isActive: false }), fields: ['isActive'] }, as(ada)),
    ],
    [
      'an edit of the schedule',
      ({ queries }, id) => {
        const schedule = { isScheduled: true, frequency: Frequency.WEEKLY, days: [] };
        const fields = ['scheduleFrequency'];
        return queries.updateSavedQuery({ id, input: change({ schedule }), fields }, as(ada));
      },
    ],
    ['a deletion', ({ queries }, id) => queries.deleteSavedQuery({ id }, as(ada))],
  ])('that is claimed is voided by %s before its time', async (_name, edit) => {
    const scheduler = add(await startScheduler(upstreams.url, { env: { SCHEDULER_AHEAD_SECONDS: '600' } }));
    const id = await create(scheduler);
    await scheduler.dueIn(id, '8 minutes');
    const claimed = `SELECT 1 FROM scheduler.executions WHERE status = 'pending'`;
    await until(async () => (await scheduler.rows(claimed)).length === 1);
    await edit(scheduler, id);
    expect(await scheduler.rows('SELECT 1 FROM scheduler.executions')).toEqual([]);
  });

  it('that is claimed stays when only the title changes', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const id = await create(scheduler);
    await scheduler.dueIn(id, '1 second');
    await until(async () => (await scheduler.rows('SELECT 1 FROM scheduler.executions')).length === 1);
    await scheduler.queries.updateSavedQuery({ id, input: change({ title: 'Other' }), fields: ['title'] }, as(ada));
    await history(scheduler, id, 1);
    expect(upstreams.requests).toHaveLength(1);
  });

  it('whose schedule can no longer be read does not stop the others', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const [broken, whole] = [await create(scheduler), await create(scheduler)];
    await scheduler.rows(`UPDATE scheduler.saved_queries SET time_zone = 'Mars/Olympus' WHERE id = $1`, [broken]);
    await scheduler.dueIn(broken, '-1 minute');
    await scheduler.dueIn(whole, '0');
    expect(await history(scheduler, whole, 1)).toMatchObject([{ status: ExecutionStatus.COMPLETED }]);
    expect(await history(scheduler, broken, 1)).toMatchObject([{ status: ExecutionStatus.FAILED }]);
  });
});

describe('newer time zone rules', () => {
  it('move the slots that wait, at the next start', async () => {
    const first = await startScheduler(upstreams.url);
    const id = await create(first);
    const { nextRunAt } = await first.queries.getSavedQuery({ id }, as(ada));
    await first.rows(`UPDATE scheduler.saved_queries SET next_run_at = next_run_at + interval '1 hour'`);
    await first.rows(`UPDATE scheduler.zone_data SET version = '1900a'`);
    const second = add(await startScheduler(upstreams.url, { database: first.database }));
    add(first);
    expect((await second.queries.getSavedQuery({ id }, as(ada))).nextRunAt).toEqual(nextRunAt);
  });
});

describe('when something is away', () => {
  it('Redis: slots are late, then all of them run', async () => {
    const redis = add(await tcpProxy(backingUrls().redis));
    const env = { REDIS_URL: redis.urlOf(backingUrls().redis) };
    const scheduler = add(await startScheduler(upstreams.url, { env }));
    const ids = [await create(scheduler), await create(scheduler), await create(scheduler)];
    await redis.shut();
    for (const id of ids) await scheduler.dueIn(id, '0');
    const claimed = `SELECT 1 FROM scheduler.executions WHERE status = 'pending'`;
    await until(async () => (await scheduler.rows(claimed)).length === 3);
    await redis.open();
    for (const id of ids) await history(scheduler, id, 1);
    expect(upstreams.requests).toHaveLength(3);
  });

  it('Redis: a run by hand goes on without it', async () => {
    const redis = add(await tcpProxy(backingUrls().redis));
    const env = { REDIS_URL: redis.urlOf(backingUrls().redis) };
    const scheduler = add(await startScheduler(upstreams.url, { env }));
    const id = await create(scheduler);
    await redis.shut();
    await scheduler.queries.executeSavedQuery({ id }, as(ada));
    expect(await history(scheduler, id, 1)).toMatchObject([{ status: ExecutionStatus.COMPLETED }]);
    await redis.open();
  });

  it('a process that stops releases its runs; the next one calls only services without an answer', async () => {
    const { opened, open } = gate();
    upstreams.scripts['slow'] = saysAfter(opened, 'Slowly.');
    const first = await startScheduler(upstreams.url, { env: { DRAIN_SECONDS: '0.2' } });
    const id = await create(first, input({ aiServices: ['gpt', 'slow'] }));
    await first.dueIn(id, '0');
    await until(async () => (await first.rows('SELECT 1 FROM scheduler.execution_results')).length === 1);
    const second = add(
      await startScheduler(upstreams.url, { database: first.database, eventsPrefix: first.eventsPrefix }),
    );
    add(first);
    await first.service.close();
    open();
    const [execution] = await history(second, id, 1);
    expect(execution!.results.map(({ aiService, response }) => [aiService, response])).toEqual([
      ['gpt', 'Hello.'],
      ['slow', 'Slowly.'],
    ]);
    expect(upstreams.requests.map(({ aiService }) => aiService).sort()).toEqual(['gpt', 'slow', 'slow']);
  });
});
