import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AppError } from '@polylogue/service-kit';
import { until, type Replica } from '@polylogue/test-kit';
import { v7 } from 'uuid';
import { killedAdmin, type KilledAdmin } from './killed-admin.fixture.js';

const isFull = process.env['TEST_FULL'] === '1';
const runs = isFull ? 1_000 : 40;
/** Each is killed while it handles an event, at the step that its turn says. */
const kills = isFull ? 9 : 3;

let around: KilledAdmin;
let userId: string;
let replica: Replica;
/** Runs at the next question about a run; its answer waits for it. */
let atQuestion: (() => Promise<void>) | undefined;

beforeAll(async () => {
  around = await killedAdmin({
    asked: async () => {
      const act = atQuestion;
      atQuestion = undefined;
      await act?.();
      // Away for a moment now and then: each kind of failure is met, not only a death.
      if (!act && Math.random() < 0.05) throw new AppError('unavailable', 'away', 'The scheduler is away.');
    },
  });
  ({ id: userId } = await around.aUser());
  replica = await around.start();
}, 240_000);

afterAll(async () => {
  await replica?.close();
  await around?.close();
});

const count = async () =>
  (await around.owner.query<{ n: number }>('SELECT count(*)::int AS n FROM admin.notices')).rows[0]!.n;

const publish = (executionId: number, eventId: string) => around.publishFailed(userId, executionId, eventId);

/** The steps of one event at which its process dies. */
const steps: ((kill: () => Promise<void>) => Promise<void>)[] = [
  // While the scheduler is asked: nothing is stored yet.
  async (kill) => {
    await new Promise<void>((resolve, reject) => {
      atQuestion = () => kill().then(resolve, reject);
    });
  },
  // While the row is written, before its transaction is committed.
  async (kill) => {
    await around.owner.query('BEGIN');
    await around.owner.query('LOCK TABLE admin.notices IN SHARE MODE');
    await until(
      async () =>
        (await around.owner.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'admin.notices'::regclass`))
          .rowCount,
      { what: 'an insert that waits' },
    );
    await kill();
    await around.owner.query('COMMIT');
  },
  // Right after a commit, perhaps before it is acknowledged.
  async (kill) => {
    const before = await count();
    await until(async () => (await count()) > before, { what: 'a further notice' });
    await kill();
  },
];

it(`of ${runs} runs there is one notice each, however often the process is killed and an event comes`, async () => {
  const events = Array.from({ length: runs }, (_run, index) => [index + 1, v7()] as const);
  for (const [executionId, eventId] of events) await publish(executionId, eventId);
  for (let turn = 0; turn < kills; turn += 1) {
    await steps[turn % steps.length]!(() => replica.kill());
    // The same events again, and the same runs by other events.
    for (const [executionId, eventId] of events.filter(([id]) => id % kills === turn)) {
      await publish(executionId, eventId);
      await publish(executionId, v7());
    }
    replica = await around.start();
  }
  await until(async () => (await count()) >= runs, { timeoutMs: 240_000, what: 'a notice of each run' });
  // What was not acknowledged comes again after 30 s, and must change nothing.
  const manager = await around.nats.jetstreamManager();
  const durable = 'admin-NoticesConsumer-onExecutionFinished';
  await until(
    async () => {
      const { num_pending: waiting, num_ack_pending: open } = await manager.consumers.info(
        around.eventsPrefix.toUpperCase(),
        durable,
      );
      return waiting + open === 0;
    },
    { timeoutMs: 240_000, what: 'every event to be handled' },
  );
  const { rows } = await around.owner.query<{ title: string; n: number }>(
    'SELECT title, count(*)::int AS n FROM admin.notices GROUP BY title',
  );
  expect(rows).toHaveLength(runs);
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
  expect((await around.owner.query('SELECT consumer, error FROM admin.dead_letters')).rows).toEqual([]);
}, 600_000);
