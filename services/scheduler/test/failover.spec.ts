import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aUser, closing, type RedisWithSentinels, redisWithSentinels, says, until } from '@polylogue/test-kit';
import { as, input, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

const ada = aUser();
const { add, closeAll } = closing();
const count = 20;
let upstreams: Upstreams;
let redis: RedisWithSentinels;
let scheduler: Scheduler;
let ids: number[];

beforeAll(async () => {
  upstreams = await scriptedUpstreams({ gpt: says('Hello.') });
});
afterAll(() => upstreams.close());
beforeEach(async () => {
  upstreams.requests.length = 0;
  redis = add(await redisWithSentinels());
  scheduler = add(await startScheduler(upstreams.url, { env: { REDIS_URL: redis.url } }));
  ids = [];
  for (let turn = 0; turn < count; turn += 1) {
    ids.push((await scheduler.queries.createSavedQuery({ input: input() }, as(ada))).id);
  }
});
afterEach(closeAll);

const due = (interval: string) => Promise.all(ids.map((id) => scheduler.dueIn(id, interval)));
const completed = (runs: number) =>
  until(
    async () => {
      const rows = await scheduler.rows(`SELECT status FROM scheduler.executions WHERE status = 'completed'`);
      return rows.length === runs;
    },
    { what: `${runs} runs` },
  );
/** Each slot has one run, and each run called its service once. */
async function expectOnce(runs: number) {
  const rows = await scheduler.rows('SELECT saved_query_id, slot_at, status FROM scheduler.executions');
  expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: runs }, () => 'completed'));
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(runs);
  expect(upstreams.requests).toHaveLength(runs);
  expect(await scheduler.rows('SELECT 1 FROM scheduler.dead_letters')).toEqual([]);
}

describe('Redis with sentinels', () => {
  it('whose master is killed: what is due meanwhile runs once another is master, without a restart', async () => {
    await due('0');
    await completed(count);
    // Half of them are in Redis already, waiting for their moment; the jobs die with it or are with the replica.
    await due('1 second');
    await redis.master.kill();
    redis.leadTo(undefined);
    await redis.becomesMaster(redis.replica);
    redis.leadTo(redis.replica);
    await completed(2 * count);
    await expectOnce(2 * count);
  });

  it('whose master is made a replica: connections that still lead to it go over', async () => {
    await redis.handOver();
    await redis.becomesMaster(redis.replica);
    await redis.becomesReplica(redis.master);
    // Sentinels have cut them; they came back to where the address still led.
    await until(() => redis.connectionsTo(redis.master) >= 2, { what: 'connections to the old master' });
    redis.leadTo(redis.replica);
    await due('0');
    await completed(count);
    await expectOnce(count);
  });
});
