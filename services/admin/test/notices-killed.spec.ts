import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  ExecutionStatus,
  RunDigest,
  RunDigestsServiceDefinition,
  TriggerType,
  eventMap,
  type EventOf,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import {
  backingUrls,
  freshDatabase,
  startReplica,
  stub,
  stubGrpcServer,
  until,
  type FreshDatabase,
  type Replica,
  type StubServer,
} from '@polylogue/test-kit';
import { connect, headers as natsHeaders, type NatsConnection } from 'nats';
import pg from 'pg';
import { v7 } from 'uuid';
import { admin } from '../src/service.js';

const isFull = process.env['TEST_FULL'] === '1';
const runs = isFull ? 1_000 : 40;
/** Each is killed while it handles an event, at the step that its turn says. */
const kills = isFull ? 9 : 3;
const eventsPrefix = `test_killed_${randomBytes(6).toString('hex')}`;
const userId = randomUUID();

let database: FreshDatabase;
let owner: pg.Client;
let nats: NatsConnection;
let scheduler: StubServer;
let replica: Replica;
/** Runs at the next question about a run; its answer waits for it. */
let atQuestion: (() => Promise<void>) | undefined;

beforeAll(async () => {
  database = await freshDatabase(admin);
  owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  owner.on('error', () => {});
  await owner.query(
    `INSERT INTO admin.users (id, email, first_name, last_name, password_hash, is_approved)
     VALUES ($1, 'a@example.org', 'A', 'L', 'none', true)`,
    [userId],
  );
  nats = await connect({ servers: backingUrls().nats });
  scheduler = await stubGrpcServer(
    stub(RunDigestsServiceDefinition, {
      getRunDigest: async ({ executionId }) => {
        const act = atQuestion;
        atQuestion = undefined;
        await act?.();
        // Away for a moment now and then: each kind of failure is met, not only a death.
        if (!act && Math.random() < 0.05) throw new AppError('unavailable', 'away', 'The scheduler is away.');
        const status = ExecutionStatus.FAILED;
        return RunDigest.fromPartial({
          savedQueryId: 1,
          title: `Run ${executionId}`,
          executionNumber: executionId,
          status,
        });
      },
    }),
  );
  replica = await start();
}, 240_000);

afterAll(async () => {
  await replica?.close();
  await nats?.close();
  await scheduler?.close();
  await owner?.end();
  await database?.drop();
});

const start = () =>
  startReplica('admin', {
    database,
    eventsPrefix,
    env: { SCHEDULER_GRPC_URL: scheduler.url, LOG_LEVEL: 'fatal', MIGRATE_AT_START: 'false' },
  });
const count = async () => (await owner.query<{ n: number }>('SELECT count(*)::int AS n FROM admin.notices')).rows[0]!.n;

async function publish(executionId: number, eventId: string): Promise<void> {
  const ids = { executionId, savedQueryId: 1, userId };
  const ended = { status: ExecutionStatus.FAILED, triggerType: TriggerType.SCHEDULED };
  const event = {
    ...ids,
    ...ended,
    successfulResponses: 0,
    totalResponses: 1,
  } as EventOf<'scheduler.execution_finished.v1'>;
  const headers = natsHeaders();
  headers.set('event-id', eventId);
  const subject = 'scheduler.execution_finished.v1';
  const payload = JSON.stringify(eventMap[subject].toJSON(event));
  await nats.jetstream().publish(`${eventsPrefix}.${subject}`, payload, { headers });
}

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
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE admin.notices IN SHARE MODE');
    await until(
      async () =>
        (await owner.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'admin.notices'::regclass`))
          .rowCount,
      { what: 'an insert that waits' },
    );
    await kill();
    await owner.query('COMMIT');
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
    replica = await start();
  }
  await until(async () => (await count()) >= runs, { timeoutMs: 240_000, what: 'a notice of each run' });
  // What was not acknowledged comes again after 30 s, and must change nothing.
  const manager = await nats.jetstreamManager();
  const durable = 'admin-NoticesConsumer-onExecutionFinished';
  await until(
    async () => {
      const { num_pending: waiting, num_ack_pending: open } = await manager.consumers.info(
        eventsPrefix.toUpperCase(),
        durable,
      );
      return waiting + open === 0;
    },
    { timeoutMs: 240_000, what: 'every event to be handled' },
  );
  const { rows } = await owner.query<{ title: string; n: number }>(
    'SELECT title, count(*)::int AS n FROM admin.notices GROUP BY title',
  );
  expect(rows).toHaveLength(runs);
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
  expect((await owner.query('SELECT consumer, error FROM admin.dead_letters')).rows).toEqual([]);
}, 600_000);
