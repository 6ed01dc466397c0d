import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsersServiceDefinition } from '@polylogue/proto';
import type { Events } from '@polylogue/service-kit';
import pg from 'pg';
import {
  knownUsers,
  startSlice,
  stub,
  stubGrpcServer,
  until,
  type RunningSlice,
  type StubServer,
} from '../src/index.js';
import { listening, replyStored } from './slice/listener.service.js';

let slice: RunningSlice;
let owner: pg.Client;
let admin: StubServer;
const erased = new Set<string>();
let isAway = false;
const user = randomUUID();
const other = randomUUID();

beforeAll(async () => {
  admin = await stubGrpcServer(
    stub(
      UsersServiceDefinition,
      knownUsers(erased, () => isAway),
    ),
  );
  slice = await startSlice(listening, { env: { ADMIN_GRPC_URL: admin.url }, retries: { delaysMs: [10] } });
  owner = new pg.Client({ connectionString: slice.database.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await slice.close();
  await admin.close();
});

const rows = async (sql: string) => (await owner.query<{ id: string }>(sql)).rows.map(({ id }) => id);
const owners = () => rows('SELECT user_id AS id FROM conversation.notes ORDER BY id');
const events = () => rows(`SELECT payload->>'userId' AS id FROM conversation.outbox WHERE sent_at IS NOT NULL`);
const swept = () => rows('SELECT person AS id FROM conversation.erasures');

const publish = (work: (events: ReturnType<Events['in']>) => Promise<void>) =>
  slice.service.database.asWorker((tx) => work(slice.service.events.in(tx)));
const note = (userId: string) =>
  owner.query(`INSERT INTO conversation.notes (user_id, text) VALUES ($1, 'Dear diary')`, [userId]);
const publishReplyOf = async (userId: string) => {
  await publish((events) => events.publish('conversation.reply_stored.v1', { ...replyStored('m'), userId }));
  await until(async () => (await events()).includes(userId));
};

const publishErased = (userId: string) =>
  publish((events) => events.publish('admin.user_erased.v1', { userId }, { aggregateId: userId }));
const letters = () => rows(`SELECT error AS id FROM conversation.dead_letters`);

it('removes a user and what is written of them afterwards, and then forgets whom', async () => {
  for (const each of [user, other]) {
    await note(each);
    await publishReplyOf(each);
  }
  erased.add(user);
  await publishErased(user);
  await until(async () => (await owners()).length === 1, { what: 'the erasure' });
  expect([await owners(), await swept()]).toEqual([[other], [user]]);
  await until(async () => (await events()).filter((id) => id !== other).length === 1);
  expect((await events()).filter((id) => id !== other)).toEqual([user]);

  // Another process was still at work.
  await note(user);
  await publishReplyOf(user);
  await owner.query(`UPDATE conversation.erasures SET sweep_at = now()`);
  await until(async () => (await owners()).length === 1, { what: 'a second sweep' });
  expect(await swept()).toEqual([user]);

  await owner.query(`UPDATE conversation.erasures SET sweep_at = now(), erased_at = now() - interval '25 hours'`);
  await until(async () => (await swept()).length === 0, { what: 'the last sweep' });
  const published = await rows(
    `SELECT subject AS id FROM conversation.outbox WHERE strpos(payload::text, '${user}') > 0`,
  );
  expect(published).toEqual(['admin.user_erased.v1']);
  expect(await owners()).toEqual([other]);
});

it('goes on in batches, however much there is: no statement holds more rows, and no other user’s', async () => {
  const large = randomUUID();
  await owner.query(
    `INSERT INTO conversation.notes (user_id, text) SELECT $1, 'Dear diary' FROM generate_series(1, 5000)`,
    [large],
  );
  await owner.query(
    `INSERT INTO conversation.outbox (id, subject, payload, sent_at, stream_created, stream_sequence)
     SELECT gen_random_uuid(), 'conversation.reply_stored.v1', jsonb_build_object('userId', $1::text), now(), o.stream_created,
       o.stream_sequence
     FROM generate_series(1, 5000), (SELECT * FROM conversation.outbox WHERE sent_at IS NOT NULL LIMIT 1) o`,
    [large],
  );
  const batch = await slice.service.database.asWorker(async (tx) => {
    const [row] = await tx.query<{ removed: number }[]>('SELECT conversation.erase_some($1, 100) AS removed', [large]);
    return row!.removed;
  });
  expect(batch).toBe(100);
  erased.add(large);
  await publishErased(large);
  await until(async () => (await rows(`SELECT 1 FROM conversation.notes WHERE user_id = '${large}'`)).length === 0);
  const left = () =>
    rows(`SELECT id FROM conversation.outbox WHERE payload->>'userId' = '${large}' AND subject NOT LIKE 'admin.%'`);
  await until(async () => (await left()).length === 0);
  expect(await owners()).toContain(other);
});

describe('an erasure that is published', () => {
  it('removes nothing of a user who has an account, also when the event is handled once more', async () => {
    const living = randomUUID();
    await note(living);
    await publishErased(living);
    const refusal = `The user ${living} has an account; nothing of them was removed.`;
    await until(async () => (await letters()).includes(refusal), { what: 'the dead letter' });
    expect(await slice.service.events.replay()).toEqual({ handled: 0, failed: 1 });
    expect(await owners()).toContain(living);
    expect(await swept()).not.toContain(living);
    // It becomes true in the end.
    erased.add(living);
    expect(await slice.service.events.replay()).toEqual({ handled: 1, failed: 0 });
    await until(async () => !(await owners()).includes(living));
  });

  it('waits while admin is away, however long, and is done when it is back', async () => {
    const gone = randomUUID();
    erased.add(gone);
    await note(gone);
    isAway = true;
    const before = admin.calls.length;
    await publishErased(gone);
    // More often than any other failure is tried.
    await until(() => admin.calls.length > before + 4, { what: 'five calls' });
    expect(await owners()).toContain(gone);
    expect(await letters()).toEqual([]);
    isAway = false;
    await until(async () => !(await owners()).includes(gone), { what: 'the erasure' });
    expect(await letters()).toEqual([]);
  });
});
