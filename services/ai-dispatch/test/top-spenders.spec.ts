import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { TopSpendersCacheCron } from '../src/usage/top-spenders-cache.cron.js';
import { TopSpendersCache } from '../src/usage/top-spenders-cache.js';
import { daysOfSpan } from '../src/usage/spans.rules.js';
import { UsageRepository } from '../src/usage/usage.repository.js';
import { everyPart } from './running.js';
import { startReplicas, type Replicas } from './replicas.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
// Noon: yesterday is over.
const now = Date.parse('2026-03-31T12:00:00Z');
const dearest = '00000000-0000-7000-8000-000000000001';

let running: Replicas;
let cache: TopSpendersCache;
let usage: UsageRepository;

beforeAll(async () => {
  running = await startReplicas(1, everyPart('http://127.0.0.1:9'), {});
  const { app } = running.all[0]!.service;
  // The clock of the test is the only one.
  await app.get(TopSpendersCacheCron, { strict: false }).onModuleDestroy();
  [cache, usage] = [app.get(TopSpendersCache, { strict: false }), app.get(UsageRepository, { strict: false })];
});
afterAll(() => running?.close());

// One user on each of a hundred days, all users on one of them, and each of them dearer than the one before.
beforeEach(async () => {
  await running.query('TRUNCATE ai_dispatch.usage_days, ai_dispatch.usage_people');
  await running.query('UPDATE ai_dispatch.usage_spans SET from_day = NULL, kept_at = NULL');
  await running.query(
    `INSERT INTO ai_dispatch.usage_days
     SELECT date '2026-03-31' - n % 100, gen_random_uuid(), 's' || n % 3, 1, 0, 3, 4, 0, n * 1000, 5, 0
     FROM generate_series(1, 40000) n`,
  );
});

/** A minute later, for what is kept. */
const renew = async (at = now) => {
  await running.query(`UPDATE ai_dispatch.usage_spans SET kept_at = kept_at - interval '1 minute'`);
  await cache.renew(at);
};
const spend = (day: string, userId: string, micros: number) =>
  running.query(
    `INSERT INTO ai_dispatch.usage_days AS u VALUES ($1, $2, 's0', 1, 0, 3, 4, 0, $3, 0, 0)
     ON CONFLICT (day, user_id, ai_service) DO UPDATE SET reported_micros = u.reported_micros + $3, calls = u.calls + 1`,
    day,
    userId,
    micros,
  );
const asAddedUp = async (span: number, at = now) =>
  expect(await cache.of(daysOfSpan(span, at), 20, at)).toEqual(await usage.sumByUser(daysOfSpan(span, at), 20));

it('keeps what adding all users up would answer, whichever way the days go on', async () => {
  expect(await cache.of(daysOfSpan(30, now), 20, now)).toBeUndefined();
  await renew();
  for (const span of [7, 30, 90]) await asAddedUp(span);
  await spend('2026-03-31', dearest, 10 ** 12);
  await spend('2026-03-30', dearest, 7);
  await renew();
  await renew();
  for (const span of [7, 30, 90]) await asAddedUp(span);
  expect((await cache.of(daysOfSpan(7, now), 1, now))?.rows).toMatchObject([{ userId: dearest, sums: { calls: 2 } }]);
  // Yesterday is still open at five in the morning, and over at seven; then a week goes by.
  for (const at of [now + 17 * hourMs, now + 19 * hourMs, now + 7 * dayMs]) {
    await renew(at);
    for (const span of [30, 90]) await asAddedUp(span, at);
  }
});

it('gives the figures of this moment in the order of a minute ago', async () => {
  await spend('2026-03-31', dearest, 10 ** 12);
  await renew();
  await spend('2026-03-31', dearest, 5);
  const found = await cache.of(daysOfSpan(30, now), 1, now);
  expect(found?.rows).toMatchObject([{ userId: dearest, sums: { calls: 2, reportedMicros: 10 ** 12 + 5 } }]);
});

it('shows what erased users cost under the nil user at once', async () => {
  await spend('2026-03-31', dearest, 10 ** 12);
  await renew();
  await running.query('SELECT ai_dispatch.erase_user($1)', dearest);
  const [first, second] = (await cache.of(daysOfSpan(30, now), 2, now))!.rows;
  expect(first).toMatchObject({ userId: '00000000-0000-0000-0000-000000000000', sums: { reportedMicros: 10 ** 12 } });
  expect(second?.userId).not.toBe(dearest);
  await renew();
  await asAddedUp(30);
});

it('leaves other days, few users and what was not renewed to be added up', async () => {
  await renew();
  const range = daysOfSpan(30, now);
  expect(await cache.of({ ...range, to: '2026-03-30' }, 20, now)).toBeUndefined();
  await running.query(`UPDATE ai_dispatch.usage_spans SET kept_at = now() - interval '4 minutes'`);
  expect(await cache.of(range, 20, now)).toBeUndefined();
  await running.query(`DELETE FROM ai_dispatch.usage_days WHERE reported_micros > 1000000`);
  await running.query('UPDATE ai_dispatch.usage_spans SET from_day = NULL');
  await cache.renew(now);
  expect(await cache.of(range, 20, now)).toBeUndefined();
});

it('is renewed by one of many at a time', async () => {
  await renew();
  const before = await running.query('SELECT kept_at FROM ai_dispatch.usage_spans ORDER BY days');
  await Promise.all(Array.from({ length: 5 }, () => cache.renew(now)));
  expect(await running.query('SELECT kept_at FROM ai_dispatch.usage_spans ORDER BY days')).toEqual(before);
});
