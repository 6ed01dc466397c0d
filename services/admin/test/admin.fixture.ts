import { randomUUID } from 'node:crypto';
import { connect, headers as natsHeaders, type NatsConnection } from 'nats';
import pg from 'pg';
import {
  eventMap,
  AnalyticsServiceDefinition,
  AuditServiceDefinition,
  PeopleServiceDefinition,
  Role,
  UsersServiceDefinition,
  type EventOf,
  type EventSubject,
  type User,
} from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';
import type { CallerToken } from '@polylogue/service-kit';
import {
  backingUrls,
  callerToken,
  eventsSettled,
  startSlice,
  type RunningSlice,
  type StartSliceOptions,
} from '@polylogue/test-kit';
import { v7 } from 'uuid';
import { admin } from '../src/service.js';

export const password = 'correct horse battery';

export interface AdminFixture {
  slice: RunningSlice;
  users: GrpcClient<typeof UsersServiceDefinition>;
  accounts: GrpcClient<typeof PeopleServiceDefinition>;
  analytics: GrpcClient<typeof AnalyticsServiceDefinition>;
  audit: GrpcClient<typeof AuditServiceDefinition>;
  boss: User;
  asBoss: { callerToken: CallerToken };
  aUser(name?: string): Promise<User>;
  as(user: Pick<User, 'id' | 'role'>): { callerToken: CallerToken };
  rows<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  /** Publishes an event as another service's relay would; with the same id again it is the same event. */
  publish<S extends EventSubject>(subject: S, payload: EventOf<S>, id?: string): Promise<string>;
  /** Resolves when every delivery has been acknowledged. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The admin service with an administrator, access to its tables, and a way to publish events of other services. */
export async function startAdmin(options: StartSliceOptions = {}): Promise<AdminFixture> {
  const slice = await startSlice(admin, { retries: { delaysMs: [10] }, ...options });
  const owner = new pg.Client({ connectionString: slice.database.adminUrl });
  await owner.connect();
  const nats = await connect({ servers: backingUrls().nats });
  const users = slice.client(UsersServiceDefinition);
  const aUser = (name = `p${randomUUID().slice(0, 8)}`) =>
    users.signUp({ email: `${name.toLowerCase()}@example.org`, password, firstName: name, lastName: 'Lovelace' });
  const as = (user: Pick<User, 'id' | 'role'>) => ({
    callerToken: callerToken({ userId: user.id, role: user.role === Role.ADMIN ? 'admin' : 'user' }),
  });
  const boss = await aUser('Boss');
  const rows = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await owner.query<T>(sql, values)).rows;
  return {
    slice,
    users,
    accounts: slice.client(PeopleServiceDefinition),
    analytics: slice.client(AnalyticsServiceDefinition),
    audit: slice.client(AuditServiceDefinition),
    boss,
    asBoss: as(boss),
    aUser,
    as,
    rows,
    publish: (subject, payload, id) => publish(nats, slice.eventsPrefix, { subject, payload, id }),
    settled: () => eventsSettled(slice.eventsPrefix, () => rows('SELECT 1 FROM admin.outbox WHERE sent_at IS NULL')),
    close: async () => {
      await nats.close();
      await owner.end();
      await slice.close();
    },
  };
}

interface Published<S extends EventSubject> {
  subject: S;
  payload: EventOf<S>;
  id: string | undefined;
}

async function publish<S extends EventSubject>(
  nats: NatsConnection,
  prefix: string,
  { subject, payload, id = v7() }: Published<S>,
): Promise<string> {
  const headers = natsHeaders();
  headers.set('event-id', id);
  const codec = eventMap[subject] as unknown as { toJSON(message: EventOf<S>): unknown };
  await nats.jetstream().publish(`${prefix}.${subject}`, JSON.stringify(codec.toJSON(payload)), { headers });
  return id;
}
