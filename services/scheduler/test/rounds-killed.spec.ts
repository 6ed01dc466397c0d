import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { aUser, closing, freshDatabase, until, type FreshDatabase } from '@polylogue/test-kit';
import pg from 'pg';
import { scheduler } from '../src/service.js';
import { startReplica } from './replica.fixture.js';
import { scriptedHistory, type History } from './rounds.fixture.js';
import { saysCounted, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

jest.setTimeout(180_000);
const fast = { SCHEDULER_TICK_SECONDS: '0.2', SCHEDULER_AHEAD_SECONDS: '0.5', SCHEDULER_RECONCILE_SECONDS: '0.5' };
const { add, closeAll } = closing();
let database: FreshDatabase;
let upstreams: Upstreams;
let history: History;
let admin: pg.Client;

beforeEach(async () => {
  database = await freshDatabase(scheduler);
  upstreams = add(await scriptedUpstreams({ gpt: saysCounted('Hello.'), claude: saysCounted('Hi.') }));
  history = add(await scriptedHistory());
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await closeAll();
  await admin.end();
  await database.drop();
});

const rows = async (sql: string) => (await admin.query<Record<string, unknown>>(sql)).rows;
/** The lease of what a dead process had taken is over. */
const lapse = () =>
  rows(`UPDATE scheduler.executions SET round_due_at = now() WHERE round_state IN ('owed', 'unjudged')`);

/** Holds the first call until its process is dead; later ones are let through. */
function holdingFirst() {
  let calls = 0;
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const mayGo = () => {
    calls += 1;
    if (calls > 1) return Promise.resolve();
    reached();
    return new Promise<void>(() => {});
  };
  return { isReached, mayGo };
}

it.each(['store', 'answer', 'judge'] as const)(
  'a process that is killed before the %s is followed by one that hands the run over once',
  async (step) => {
    const prefix = `test_rounds_${randomUUID().slice(0, 8)}`;
    const env = { ...fast, CONVERSATION_GRPC_URL: history.url, QUALITY_GRPC_URL: history.url };
    const start = () => startReplica(upstreams.url, database, prefix, env);
    const gate = holdingFirst();
    history.before[step] = gate.mayGo;
    await rows(
      `INSERT INTO scheduler.saved_queries (user_id, title, content, ai_services, is_scheduled, frequency, time_zone,
         is_active, next_run_at, keeps_rounds, is_judged)
       VALUES ('${aUser().userId}', 'Kept', 'What is new?', '{gpt,claude}', true, 'daily', 'UTC', true, now(), true, true)`,
    );
    const first = add(await start());
    await gate.isReached;
    await first.kill();
    await lapse();
    add(await start());
    await until(
      async () => (await rows(`SELECT 1 FROM scheduler.executions WHERE round_state = 'kept'`)).length === 1,
      {
        what: 'the run in History',
        timeoutMs: 60_000,
      },
    );
    expect(history.rounds()).toHaveLength(1);
    expect(history.rounds()[0]!.replies.map(({ aiService }) => aiService)).toEqual(['gpt', 'claude']);
    expect(history.judged).toEqual([history.rounds()[0]!.broadcastId]);
    // Every service was asked, and paid, once.
    expect(upstreams.requests).toHaveLength(2);
  },
);
