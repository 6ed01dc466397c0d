import { randomBytes, randomUUID } from 'node:crypto';
import {
  ExecutionStatus,
  RunDigest,
  RunDigestsServiceDefinition,
  TriggerType,
  eventMap,
  type EventOf,
} from '@polylogue/proto';
import {
  backingUrls,
  freshDatabase,
  startReplica,
  stub,
  stubGrpcServer,
  until,
  type FreshDatabase,
  type Replica,
} from '@polylogue/test-kit';
import { connect, headers as natsHeaders, type NatsConnection } from 'nats';
import pg from 'pg';
import { admin } from '../src/service.js';

/** What a test that kills admin needs beside it: its database, and other services that publish and answer. */
export interface KilledAdmin {
  database: FreshDatabase;
  owner: pg.Client;
  nats: NatsConnection;
  eventsPrefix: string;
  /** Starts admin as a process of its own; resolves once it is ready. */
  start(): Promise<Replica>;
  aUser(): Promise<{ id: string; email: string }>;
  /** Publishes that a run of a saved query failed. */
  publishFailed(userId: string, executionId: number, eventId: string): Promise<void>;
  close(): Promise<void>;
}

interface KilledAdminOptions {
  env?: Record<string, string>;
  /** Runs when the scheduler is asked what a run was; its answer waits for it. */
  asked?: () => Promise<void>;
}

/** Everything around admin; no process of it runs yet. */
export async function killedAdmin({ env = {}, asked }: KilledAdminOptions = {}): Promise<KilledAdmin> {
  const eventsPrefix = `test_killed_${randomBytes(6).toString('hex')}`;
  const database = await freshDatabase(admin);
  const owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  owner.on('error', () => {});
  const nats = await connect({ servers: backingUrls().nats });
  const scheduler = await stubGrpcServer(
    stub(RunDigestsServiceDefinition, {
      getRunDigest: async ({ executionId }) => {
        await asked?.();
        const run = { savedQueryId: 1, title: `Run ${executionId}`, executionNumber: executionId };
        return RunDigest.fromPartial({ ...run, status: ExecutionStatus.FAILED });
      },
    }),
  );
  return {
    database,
    owner,
    nats,
    eventsPrefix,
    start: async () => {
      const replica = await startReplica('admin', {
        database,
        eventsPrefix,
        env: { SCHEDULER_GRPC_URL: scheduler.url, LOG_LEVEL: 'fatal', MIGRATE_AT_START: 'false', ...env },
      });
      await untilStream(nats, eventsPrefix);
      return replica;
    },
    aUser: async () => {
      const id = randomUUID();
      const email = `${id}@example.org`;
      await owner.query(
        `INSERT INTO admin.users (id, email, first_name, last_name, password_hash, is_approved)
         VALUES ($1, $2, 'A', 'L', 'none', true)`,
        [id, email],
      );
      return { id, email };
    },
    publishFailed: (userId, executionId, eventId) => publishFailed(nats, eventsPrefix, userId, executionId, eventId),
    close: async () => {
      await nats.close();
      await scheduler.close();
      await owner.end();
      await database.drop();
    },
  };
}

/** A replica is ready whether or not NATS is there; what is published before it has made the stream is refused. */
async function untilStream(nats: NatsConnection, eventsPrefix: string): Promise<void> {
  const { streams } = await nats.jetstreamManager();
  const isMade = () => streams.info(eventsPrefix.toUpperCase()).then(Boolean, () => false);
  await until(isMade, { what: 'the stream of events' });
}

async function publishFailed(
  nats: NatsConnection,
  eventsPrefix: string,
  userId: string,
  executionId: number,
  eventId: string,
): Promise<void> {
  const ended = { status: ExecutionStatus.FAILED, triggerType: TriggerType.SCHEDULED };
  const event = {
    executionId,
    savedQueryId: 1,
    userId,
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
