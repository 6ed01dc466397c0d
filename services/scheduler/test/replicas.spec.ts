import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { queueOptions } from '@polylogue/service-kit';
import {
  aUser,
  backingUrls,
  closing,
  freshDatabase,
  type FreshDatabase,
  type Replica,
  says,
} from '@polylogue/test-kit';
import Bull from 'bull';
import pg from 'pg';
import { scheduler } from '../src/service.js';
import { startReplica } from './replica.fixture.js';
import { scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

// Compressed in time: the times of the scheduler are about a tenth of the usual, and so is the pause between the floods (2 s for 20 s).
jest.setTimeout(660_000);
const REDIS_URL = new URL('/9', backingUrls().redis).href;
const tenth = {
  REDIS_URL,
  SCHEDULER_TICK_SECONDS: '0.2',
  SCHEDULER_AHEAD_SECONDS: '0.5',
  SCHEDULER_RECONCILE_SECONDS: '1',
  SCHEDULER_LEASE_SECONDS: '5',
  SCHEDULER_HEARTBEAT_SECONDS: '0.5',
};
const isFull = process.env['TEST_FULL'] === '1';
const slots = isFull ? 10_000 : 1_000;
const replicas = isFull ? 5 : 3;
/** So many of them are killed, each in its turn. */
const kills = replicas - 1;
/** Over this many seconds the slots come. */
const spread = isFull ? 15 : 4;

const { add, closeAll } = closing();
let eventsPrefix: string;
let database: FreshDatabase;
let upstreams: Upstreams;
let admin: pg.Client;

beforeEach(async () => {
  eventsPrefix = `test_replicas_${randomUUID().slice(0, 8)}`;
  database = await freshDatabase(scheduler);
  upstreams = add(await scriptedUpstreams({ gpt: says('Hello.') }));
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await closeAll();
  await admin.end();
  await database.drop();
});

const number = async (sql: string) =>
  Number((await admin.query<{ n: string }>(`SELECT count(*) AS n ${sql}`)).rows[0]!.n);
const claimed = () => number('FROM scheduler.executions WHERE slot_at IS NOT NULL');
const start = () => startReplica(upstreams.url, database, eventsPrefix, tenth);

describe(`${slots} slots over ${replicas} replicas, ${kills} of them killed in turn and Redis emptied again and again`, () => {
  it('are each run once: none missing, none doubled', async () => {
    const running = await Promise.all(Array.from({ length: replicas }, async () => add(await start())));
    await admin.query(
      `INSERT INTO scheduler.saved_queries
         (user_id, title, content, ai_services, is_scheduled, frequency, time_zone, is_active, next_run_at)
       SELECT $1, 'Query ' || n, 'What is new?', '{gpt}', true, 'daily', 'UTC', true,
         date_trunc('milliseconds', now()) + (1 + n * $3::float8 / $2) * interval '1 second'
       FROM generate_series(1, $2) AS n`,
      [aUser().userId, slots, spread],
    );
    // By progress and not by time: each killing finds work to do, however quick or slow the machine is.
    const successors: Promise<Replica>[] = [];
    const killing = (async () => {
      for (const [index, replica] of running.slice(0, kills).entries()) {
        while ((await claimed()) < ((index + 1) * slots) / (kills + 1)) await sleep(50);
        await replica.kill();
        const successor = start().then(add);
        // Its rejection is handled by the Promise.all below.
        successor.catch(() => undefined);
        successors.push(successor);
      }
      await Promise.all(successors);
    })();
    // A Redis database of its own, as it is flushed: other tests run beside this one.
    const queue = new Bull('runs', queueOptions('scheduler', { REDIS_URL, EVENTS_PREFIX: eventsPrefix }));
    const flood = setInterval(() => void queue.client.flushdb().catch(() => undefined), 2_000);
    const open = `FROM scheduler.executions WHERE status IN ('pending', 'running')`;
    // Looking costs time that the replicas could use.
    const end = Date.now() + 600_000;
    while ((await claimed()) < slots || (await number(open)) > 0) {
      if (Date.now() > end) throw new Error(`${await number(open)} runs are still open.`);
      await sleep(isFull ? 1_000 : 200);
    }
    await killing;
    clearInterval(flood);
    await queue.close();

    expect(await number('FROM scheduler.executions')).toBe(slots);
    expect(await number(`FROM scheduler.executions WHERE status = 'completed' AND error_message IS NULL`)).toBe(slots);
    expect(await number('FROM (SELECT DISTINCT saved_query_id, slot_at FROM scheduler.executions) AS x')).toBe(slots);
    expect(await number('FROM scheduler.execution_results WHERE is_success')).toBe(slots);
    expect(await number('FROM scheduler.executions WHERE started_at < slot_at')).toBe(0);
    const finished = `FROM scheduler.outbox WHERE subject = 'scheduler.execution_finished.v1'`;
    expect(await number(finished)).toBe(slots);
    // Only calls whose answer a killed replica had not stored were repeated: no lease lapsed while its process lived.
    const dispatched = upstreams.requests.length;
    expect(dispatched).toBeGreaterThanOrEqual(slots);
    expect(await number('FROM scheduler.executions WHERE runs - handovers > 1')).toBeGreaterThanOrEqual(
      dispatched - slots,
    );
  });
});
