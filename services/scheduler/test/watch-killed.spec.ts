import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { aUser, closing, freshDatabase, says, until, type FreshDatabase, type Script } from '@polylogue/test-kit';
import pg from 'pg';
import { scheduler } from '../src/service.js';
import { startReplica } from './replica.fixture.js';
import { scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';
import { readSentences, scriptedReader, type Reader } from './watch.fixture.js';

jest.setTimeout(180_000);
const fast = {
  SCHEDULER_TICK_SECONDS: '0.2',
  SCHEDULER_AHEAD_SECONDS: '0.5',
  SCHEDULER_RECONCILE_SECONDS: '0.5',
  SCHEDULER_LEASE_SECONDS: '3',
  SCHEDULER_HEARTBEAT_SECONDS: '0.5',
};
const price = (dollars: number) => `The Pro plan costs $${dollars} per month.`;
const { add, closeAll } = closing();
let database: FreshDatabase;
let upstreams: Upstreams;
let quality: Reader;
let admin: pg.Client;
let id: number;

beforeEach(async () => {
  database = await freshDatabase(scheduler);
  upstreams = add(await scriptedUpstreams({ gpt: says(price(20)) }));
  quality = add(await scriptedReader());
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await closeAll();
  await admin.end();
  await database.drop();
});

const rows = async (sql: string) => (await admin.query<Record<string, unknown>>(sql)).rows;
const reports = (count: number) =>
  until(
    async () => {
      const all = await rows(
        `SELECT w.is_baseline, w.changed_services, w.changes, e.status FROM scheduler.watch_reports w
         JOIN scheduler.executions e ON e.id = w.execution_id ORDER BY w.execution_id`,
      );
      return all.length === count ? all : undefined;
    },
    { what: `${count} reports`, timeoutMs: 60_000 },
  );
const makeDue = () => rows(`UPDATE scheduler.saved_queries SET next_run_at = date_trunc('milliseconds', now())`);
const watchOne = async () => {
  const [row] = await rows(
    `INSERT INTO scheduler.saved_queries (user_id, title, content, ai_services, is_scheduled, frequency, time_zone,
       is_active, next_run_at, report)
     VALUES ('${aUser().userId}', 'Watched', 'What does it cost?', '{gpt}', true, 'daily', 'UTC', true, now(), 'changes')
     RETURNING id`,
  );
  id = Number(row!['id']);
};

/** Holds the nth call until it is let go; what is called after its process died is answered. */
function holding(nth: number) {
  let calls = 0;
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const mayGo = () => {
    calls += 1;
    if (calls !== nth) return Promise.resolve();
    reached();
    return new Promise<void>(() => {});
  };
  return { isReached, mayGo };
}

it.each([
  ['a further answer of the first run', { answer: 3 }, 4, 1],
  ['the reading of the first run', { reading: 1 }, 3, 2],
])(
  'a process that is killed in %s is followed by one that asks for nothing that is there',
  async (_step, at, answers, readings) => {
    const prefix = `test_watch_${randomUUID().slice(0, 8)}`;
    const start = () => startReplica(upstreams.url, database, prefix, { ...fast, QUALITY_GRPC_URL: quality.url });
    const gate = holding('answer' in at ? at.answer : at.reading);
    const held: Script = async function* (...call) {
      if ('answer' in at) await Promise.race([gate.mayGo(), aborted(call[1].signal)]);
      yield* says(price(20))(...call);
    };
    upstreams.scripts['gpt'] = held;
    quality.reader.read = async (request) => {
      if ('reading' in at) await gate.mayGo();
      return readSentences(request);
    };
    await watchOne();
    const first = add(await start());
    await gate.isReached;
    // What came beside the one that is held is stored.
    const stored = 'answer' in at ? 1 : 2;
    await until(async () => (await rows('SELECT 1 FROM scheduler.watch_answers')).length === stored);
    await first.kill();
    add(await start());
    expect(await reports(1)).toMatchObject([{ is_baseline: true, changed_services: 0, status: 'completed' }]);
    expect([upstreams.requests.length, quality.readings.length]).toEqual([answers, readings]);
  },
);

it('a process that is killed while a change is confirmed is followed by one that reports it once', async () => {
  const prefix = `test_watch_${randomUUID().slice(0, 8)}`;
  const start = () => startReplica(upstreams.url, database, prefix, { ...fast, QUALITY_GRPC_URL: quality.url });
  await watchOne();
  const first = add(await start());
  await reports(1);
  upstreams.scripts['gpt'] = says(price(25));
  // The first reading of the second run is there, the second is not.
  const gate = holding(2);
  quality.reader.read = async (request) => {
    await gate.mayGo();
    return readSentences(request);
  };
  await makeDue();
  await gate.isReached;
  await first.kill();
  add(await start());
  const [, second] = await reports(2);
  expect(second).toMatchObject({ changed_services: 1, changes: [{ kind: 'number_changed', now: price(25) }] });
  const published = await rows(`SELECT 1 FROM scheduler.outbox WHERE subject = 'scheduler.run_reported.v1'`);
  expect(published).toHaveLength(2);
  expect(await rows(`SELECT saved_query_id::int AS id FROM scheduler.watch_states`)).toEqual([{ id }]);
  // No answer was asked for twice: the first run's three, the second's first and what it confirmed.
  const further = await rows('SELECT count(*)::int AS n FROM scheduler.watch_answers');
  expect(upstreams.requests).toHaveLength(2 + Number(further[0]!['n']));
});

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
