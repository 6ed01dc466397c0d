import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  currentContext,
  newContext,
  outboxColumns,
  outboxRow,
  outboxValues,
  runInContext,
} from '@polylogue/service-kit';
import { connect, headers as natsHeaders, type JetStreamManager, type NatsConnection } from 'nats';
import pg from 'pg';
import {
  backingUrls,
  freshDatabase,
  startSlice,
  tcpProxy,
  until,
  type RunningSlice,
  type StartSliceOptions,
} from '../src/index.js';
import { Gatherer, Listener, listening, replyStored, Publisher } from './slice/listener.service.js';

let slice: RunningSlice;
let nats: NatsConnection;
let streams: JetStreamManager;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  nats = await connect({ servers: backingUrls().nats });
  streams = await nats.jetstreamManager();
});
afterAll(() => nats.close());
beforeEach(() => void logged.splice(0));
afterEach(() => slice.close());

const start = async (options: StartSliceOptions = {}) =>
  (slice = await startSlice(listening, {
    retries: { delaysMs: [10, 10] },
    onLog: (line) => logged.push(line),
    ...options,
  }));
const listener = () => slice.service.app.get(Listener, { strict: false });
const publish = (id: string, how?: Parameters<Publisher['publish']>[1]) =>
  slice.service.app.get(Publisher, { strict: false }).publish(id, how);
const stream = () => slice.eventsPrefix.toUpperCase();
const query = <T>(sql: string): Promise<T[]> => slice.service.database.worker.query(sql);
const effects = async () =>
  (await query<{ note: string }>('SELECT note FROM effects ORDER BY note')).map(({ note }) => note);
const waiting = async () => (await query('SELECT 1 FROM outbox WHERE sent_at IS NULL')).length;
const handled = (count: number) =>
  until(() => listener().handled.length >= count, { what: `${count} events handled` }).catch(async (error: unknown) => {
    const kept = await streams.streams.info(stream()).catch(String);
    const said = { handled: listener().handled.length, waiting: await waiting(), kept, logged };
    throw new Error(`${String(error)}: ${JSON.stringify(said)}`);
  });

describe('an event', () => {
  it('published in a transaction is handled once, with what it said', async () => {
    await start();
    await publish('m1');
    await handled(1);
    expect(await effects()).toEqual(['m1']);
    expect(listener().handled[0]?.context).toMatchObject({ subject: 'conversation.reply_stored.v1', attempt: 1 });
    await until(async () => (await waiting()) === 0);
  });

  it('of a transaction that failed never happened', async () => {
    await start();
    await expect(publish('lost', { fails: true })).rejects.toThrow('changed my mind');
    await publish('kept');
    await handled(1);
    expect(await effects()).toEqual(['kept']);
  });

  it('delivered five times and shuffled is done once', async () => {
    await start();
    await publish('first');
    await handled(1);
    const ids = Array.from({ length: 8 }, (_, index) => ({ id: randomUUID(), note: `n${index}` }));
    const deliveries = Array.from({ length: 5 }, () => ids).flat();
    deliveries.sort((a, b) => a.id.localeCompare(b.id) * (deliveries.indexOf(a) % 2 === 0 ? 1 : -1));
    await Promise.all(
      deliveries.map(({ id, note }) => {
        const headers = natsHeaders();
        headers.set('event-id', id);
        const payload = JSON.stringify(replyStored(note));
        return nats.jetstream().publish(`${slice.eventsPrefix}.conversation.reply_stored.v1`, payload, { headers });
      }),
    );
    await until(async () => (await streams.consumers.list(stream()).next()).every((each) => each.num_pending === 0));
    await until(async () =>
      (await streams.consumers.list(stream()).next()).every((each) => each.num_ack_pending === 0),
    );
    expect(await effects()).toEqual(['first', 'n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
  });

  it('of one aggregate arrives in the order it was published', async () => {
    await start();
    for (let index = 0; index < 30; index += 1) await publish(String(index), { aggregateId: 'one' });
    await handled(30);
    expect(listener().handled.map(({ messageId }) => Number(messageId))).toEqual([...Array(30).keys()]);
  });

  it('written by a statement of its own is sent after a nudge', async () => {
    await start();
    const row = outboxRow('conversation.reply_stored.v1', replyStored('own-sql'));
    const insert = `WITH inserted AS (INSERT INTO outbox (${outboxColumns}) VALUES ($1, $2, $3, $4, $5)) SELECT 1`;
    await slice.service.database.app.query(insert, outboxValues(row));
    slice.service.events.nudge();
    await handled(1);
    expect(listener().handled[0]?.context.eventId).toBe(row.id);
  });

  it('passes by those who watch', async () => {
    await start();
    const seen: string[] = [];
    const stop = slice.service.events.watch(['conversation.reply_stored.v1'], (subject, event) => {
      if (event.messageId === 'odd') throw new Error('not understood');
      seen.push(`${subject} ${event.messageId} ${currentContext()?.requestId}`);
    });
    await until(() => slice.service.events.isConnected);
    await publish('odd');
    await runInContext(newContext({ requestId: 'r-1' }), () => publish('m1'));
    await until(() => seen.length > 0);
    stop();
    await publish('m2');
    await handled(3);
    expect(seen).toEqual(['conversation.reply_stored.v1 m1 r-1']);
  });
});

describe('events that come together', () => {
  const gatherer = () => slice.service.app.get(Gatherer, { strict: false });
  const publish = (broadcastId: string, id: string = randomUUID()) => {
    const headers = natsHeaders();
    headers.set('event-id', id);
    const payload = JSON.stringify({ broadcastId, userId: 'u', totalResponses: 1, totalErrors: 0 });
    return nats.jetstream().publish(`${slice.eventsPrefix}.conversation.broadcast_completed.v1`, payload, { headers });
  };
  const names = Array.from({ length: 40 }, (_, index) => `b${String(index).padStart(2, '0')}`);
  const attentive = () =>
    until(
      async () =>
        (
          await streams.consumers
            .list(stream())
            .next()
            .catch(() => [])
        ).length === 3,
      {
        what: 'consumers on the stream',
      },
    );
  /** What is published while no consumer runs is delivered at once to the next one. */
  async function restartAfter(work: () => Promise<unknown>): Promise<void> {
    await start();
    await attentive();
    const { database, eventsPrefix } = slice;
    await slice.service.close();
    await work();
    await start({ database, eventsPrefix });
  }

  it('share a transaction, in the order they were published, and are done once however often they come', async () => {
    const ids = new Map(names.map((name) => [name, randomUUID()]));
    await restartAfter(async () => {
      for (const name of [...names, ...names]) await publish(name, ids.get(name));
    });
    await until(async () => (await effects()).length >= names.length);
    await publish('last');
    await until(async () => (await effects()).includes('last'));
    expect(await effects()).toEqual([...names, 'last']);
    expect(gatherer().calls.flat()).toEqual([...names, 'last']);
    expect(gatherer().calls.length).toBeLessThan(names.length);
  });

  it('are handled one by one when one of them cannot be: only that one is put aside', async () => {
    await start();
    await attentive();
    gatherer().poison.add('b07');
    await Promise.all(names.map((name) => publish(name)));
    const letters = () => slice.service.events.letters.list(10);
    await until(async () => (await letters()).total === 1);
    await until(async () => (await effects()).length === names.length - 1);
    expect(await effects()).toEqual(names.filter((name) => name !== 'b07'));
    gatherer().poison.clear();
    expect(await slice.service.events.replay()).toEqual({ handled: 1, failed: 0 });
    expect(await effects()).toEqual(names);
  });
});

describe('an event that is on its way to a process which stops', () => {
  it('is given back, and handled by the next one at once', async () => {
    const proxy = await tcpProxy(backingUrls().nats);
    const database = await freshDatabase(listening);
    try {
      await start({ database, env: { NATS_URL: proxy.urlOf(backingUrls().nats) } });
      const { eventsPrefix } = slice;
      await publish('before');
      await handled(1);
      const onItsWay = async () =>
        (await streams.consumers.info(stream(), 'conversation-Listener-onReplyStored')).num_ack_pending;
      await until(async () => (await onItsWay()) === 0);
      proxy.freeze();
      const headers = natsHeaders();
      headers.set('event-id', randomUUID());
      const payload = JSON.stringify(replyStored('late'));
      await nats.jetstream().publish(`${eventsPrefix}.conversation.reply_stored.v1`, payload, { headers });
      await until(async () => (await onItsWay()) === 1);
      const stopped = slice.service.close();
      proxy.thaw();
      await stopped;
      await start({ database, eventsPrefix });
      // NATS itself would give it again after 30 s.
      await until(() => listener().handled.length === 1, { timeoutMs: 15_000 });
      expect(await effects()).toEqual(['before', 'late']);
    } finally {
      await proxy.close();
      await slice.close();
      await database.drop();
    }
  });
});

describe('an event that is on its way while its consumer waits in vain for NATS', () => {
  it('is handled when it arrives, though the consumer had stopped waiting', async () => {
    const ended = new Set<string>();
    const proxy = await tcpProxy(backingUrls().nats, (bytes) => {
      for (const [unsubscribed] of String(bytes).matchAll(/UNSUB \d+/g)) ended.add(unsubscribed);
    });
    try {
      await start({ env: { NATS_URL: proxy.urlOf(backingUrls().nats) }, eventRequestMs: 1_000 });
      await publish('before');
      await handled(1);
      const consumers = () => streams.consumers.list(stream()).next();
      await until(async () => (await consumers()).every((each) => each.num_ack_pending === 0 && each.num_waiting > 0));
      proxy.muffle();
      ended.clear();
      const headers = natsHeaders();
      headers.set('event-id', randomUUID());
      const payload = JSON.stringify(replyStored('late'));
      await nats.jetstream().publish(`${slice.eventsPrefix}.conversation.reply_stored.v1`, payload, { headers });
      await until(() => ended.size >= 3, { what: 'each of the three consumers ends what it waits for' });
      proxy.thaw();
      // NATS itself would give it again after 30 s.
      await until(() => listener().handled.length === 2, { timeoutMs: 15_000 });
      expect(listener().handled.map(({ messageId }) => messageId)).toEqual(['before', 'late']);
    } finally {
      await slice.close();
      await proxy.close();
    }
  });
});

/** A slice that has sent an event and is stopped, and a client that may write to its tables. */
async function stoppedAfter(id: string) {
  const database = await freshDatabase(listening);
  await start({ database });
  const { eventsPrefix } = slice;
  await publish(id);
  await until(async () => (await waiting()) === 0);
  await slice.close();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('SET search_path = conversation');
  return { database, eventsPrefix, admin };
}

describe('what was handled long ago', () => {
  it('is removed, and no event waits while that is held up', async () => {
    const { database, eventsPrefix, admin } = await stoppedAfter('m0');
    await admin.query(`
      INSERT INTO inbox (consumer, event_id, handled_at)
      SELECT 'somebody', gen_random_uuid(), now() - interval '15 days' FROM generate_series(1, 4500);
      -- Some of the oldest were sent again.
      INSERT INTO outbox (id, subject, payload, sent_at, sends, stream_created, stream_sequence)
      SELECT gen_random_uuid(), 'old', '{}', now() - CASE WHEN n % 100 = 0 THEN interval '1 day' ELSE interval '8 days' END, 1,
        o.stream_created, o.stream_sequence
      FROM generate_series(1, 4500) AS n, outbox o;
      CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NULL; END $$;
      CREATE TRIGGER held_up BEFORE DELETE ON inbox FOR EACH STATEMENT EXECUTE FUNCTION hold_up();
      SELECT pg_advisory_lock(7)`);
    await start({ database, eventsPrefix });
    await publish('m1');
    await until(async () => (await effects()).includes('m1'));
    const old = () => query(`SELECT 1 FROM inbox WHERE consumer = 'somebody'`);
    expect(await old()).toHaveLength(4_500);
    await admin.query('SELECT pg_advisory_unlock(7)');
    await until(async () => (await old()).length === 0, { what: 'the end of what is old' });
    expect(await query(`SELECT 1 FROM outbox WHERE subject = 'old'`)).toHaveLength(45);
    expect(await query('SELECT 1 FROM inbox')).not.toHaveLength(0);
    await slice.close();
    await admin.end();
    await database.drop();
  });
});

describe('two replicas', () => {
  it('share the work: each event is sent and handled by one of them', async () => {
    await start();
    const { database, eventsPrefix } = slice;
    const other = await startSlice(listening, { database, eventsPrefix });
    const ids = Array.from({ length: 40 }, (_, index) => `m${index}`);
    const publishers = [slice, other].map(({ service }) => service.app.get(Publisher, { strict: false }));
    await Promise.all(ids.map((id, index) => (publishers[index % 2] as Publisher).publish(id)));
    await until(async () => (await effects()).length === ids.length);
    await until(async () => (await waiting()) === 0);
    expect(await effects()).toEqual(ids.toSorted());
    expect((await streams.streams.info(stream())).state.messages).toBe(ids.length);
    await other.close();
  });
});

describe('NATS away', () => {
  it('delays events, loses none, and hinders nothing', async () => {
    const proxy = await tcpProxy(backingUrls().nats);
    await proxy.shut();
    await start({ env: { NATS_URL: proxy.urlOf(backingUrls().nats) } });
    await publish('before');
    expect(await waiting()).toBe(1);
    const ready = (await (await fetch(`${slice.service.healthUrl}/readyz`)).json()) as { details: object };
    expect(ready.details).toMatchObject({ postgres: { status: 'up' }, nats: { status: 'degraded' } });
    await proxy.open();
    await handled(1);
    await proxy.shut();
    await publish('meanwhile');
    await proxy.open();
    await handled(2);
    expect(await effects()).toEqual(['before', 'meanwhile']);
    await proxy.close();
    await until(() => !slice.service.events.isConnected);
    // No server answers any more: that keeps no process alive.
    await slice.service.close();
  });
});

describe('JetStream emptied', () => {
  const kept = async () => (await streams.streams.info(stream())).state.messages;

  it.each(['deleted', 'purged'])('(%s): what was sent is sent again, and done once', async (how) => {
    await start();
    await publish('m1');
    await publish('m2');
    await handled(2);
    await until(async () => (await waiting()) === 0);
    if (how === 'deleted') await streams.streams.delete(stream());
    else await streams.streams.purge(stream());
    await publish('m3');
    await handled(3);
    await until(async () => (await kept().catch(() => 0)) === 3, {
      what: 'three events in the stream',
    });
    expect(await effects()).toEqual(['m1', 'm2', 'm3']);
  });
});

describe('very much that lost streams took', () => {
  it('is sent again a page at a time, and what the present one took is not', async () => {
    const { database, eventsPrefix, admin } = await stoppedAfter('m1');
    // Streams made before the present one and, by a clock that was wrong, after it.
    await admin.query(`
      INSERT INTO outbox (id, subject, payload, sent_at, sends, stream_created, stream_sequence)
      SELECT gen_random_uuid(), 'conversation.broadcast_completed.v1', '{}', now(), 1, stream, n
      FROM generate_series(1, 4000) AS n, unnest(ARRAY['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z', '2090-01-01T00:00:00Z']) AS stream;
      INSERT INTO outbox (id, subject, payload, sent_at, sends, stream_created, stream_sequence)
      SELECT gen_random_uuid(), 'conversation.broadcast_completed.v1', '{}', now(), 1, '2020-01-01T00:00:00Z', n
      FROM generate_series(4001, 5500) AS n;
      CREATE TABLE pages (count integer);
      GRANT INSERT ON pages TO conversation_worker;
      CREATE FUNCTION count_page() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO pages SELECT count(*) FROM released WHERE sent_at IS NULL; RETURN NULL; END $$;
      CREATE TRIGGER counted AFTER UPDATE ON outbox REFERENCING NEW TABLE AS released
      FOR EACH STATEMENT EXECUTE FUNCTION count_page()`);
    await start({ database, eventsPrefix });
    await until(async () => (await waiting()) === 0 && logged.some(({ events }) => events === 13_500), {
      what: 'all that was lost sent again',
    });
    const sent = await admin.query(`
      SELECT sends, count(*)::integer, count(DISTINCT stream_created)::integer AS streams FROM outbox GROUP BY sends ORDER BY sends`);
    expect(sent.rows).toEqual([
      { sends: 1, count: 1, streams: 1 },
      { sends: 2, count: 13_500, streams: 1 },
    ]);
    const pages = await admin.query<{ count: number }>('SELECT count FROM pages WHERE count > 0');
    expect(pages.rows.map(({ count }) => count)).toEqual([5_000, 500, 4_000, 4_000]);
    await slice.close();
    await admin.end();
    await database.drop();
  });
});

describe('an event that cannot be handled', () => {
  it('becomes a dead letter after the last attempt, raises a metric, and can be replayed', async () => {
    await start();
    listener().poison.add('bad');
    await publish('bad');
    await publish('good');
    await handled(1);
    const letters = () => query<{ attempts: number; error: string; consumer: string }>('SELECT * FROM dead_letters');
    await until(async () => (await letters()).length === 1);
    expect(await letters()).toEqual([
      expect.objectContaining({
        attempts: 3,
        error: 'Error: indigestible',
        consumer: 'conversation.Listener.onReplyStored',
      }),
    ]);
    expect(await effects()).toEqual(['good']);
    const metrics = await (await fetch(`${slice.service.healthUrl}/metrics`)).text();
    expect(metrics).toMatch(/events_dead_letters\{[^}]*\} 1/);
    expect(metrics).toMatch(/events_consumed_total\{[^}]*outcome="dead"[^}]*\} 1/);

    expect(await slice.service.events.replay()).toEqual({ handled: 0, failed: 1 });
    expect((await letters())[0]?.attempts).toBe(4);
    listener().poison.clear();
    const [key] = (await slice.service.events.letters.list(10)).letters;
    const others = [{ consumer: 'conversation.Listener.onOther', eventId: key!.eventId }];
    expect(await slice.service.events.replay(others)).toEqual({ handled: 0, failed: 0 });
    expect(await slice.service.events.replay([key!])).toEqual({ handled: 1, failed: 0 });
    expect([await effects(), await letters()]).toEqual([['bad', 'good'], []]);
  });
});

describe('an event that NATS never takes', () => {
  it('becomes a dead letter at once, and holds up neither the others nor its own aggregate', async () => {
    await start();
    // More than one message of NATS may hold.
    const tooLarge = 'x'.repeat(1_200_000);
    const { database, events } = slice.service;
    await database.asWorker(async (tx) => {
      for (const id of [tooLarge, 'after']) {
        await events.in(tx).publish('conversation.reply_stored.v1', replyStored(id), { aggregateId: 'a' });
      }
      await events.in(tx).publish('conversation.reply_stored.v1', replyStored('other'));
    });
    await handled(2);
    expect(await effects()).toEqual(['after', 'other']);
    await until(async () => (await waiting()) === 0);
    const { letters, total } = await events.letters.list(10);
    expect([total, letters[0]]).toEqual([1, expect.objectContaining({ consumer: 'conversation.Outbox' })]);

    // Made to fit, it goes out again under its id, to its aggregate.
    await query(`UPDATE dead_letters SET payload = jsonb_set(payload, '{messageId}', '"late"')`);
    expect(await events.replay()).toEqual({ handled: 1, failed: 0 });
    await handled(3);
    expect((await events.letters.list(10)).total).toBe(0);
    const [row] = await query<object>(`SELECT id, aggregate_id FROM outbox WHERE payload->>'messageId' = 'late'`);
    expect(row).toEqual({ id: letters[0]!.eventId, aggregate_id: 'a' });
  });
});

describe('a message without an id of ours', () => {
  it('is put aside like the others, though it is no JSON', async () => {
    await start();
    await publish('m1');
    await handled(1);
    nats.publish(`${slice.eventsPrefix}.conversation.reply_stored.v1`, 'not json');
    const letters = () => slice.service.events.letters.list(10);
    await until(async () => (await letters()).total === 1);
    expect((await letters()).letters[0]).toMatchObject({ subject: 'conversation.reply_stored.v1', attempts: 3 });
  });
});

describe('request id and trace', () => {
  it('travel with an event into the logs of its handler', async () => {
    await start();
    const context = newContext({ requestId: 'request-7' });
    await runInContext(context, () => publish('m1'));
    await handled(1);
    const line = await until(() => logged.find(({ msg }) => msg === 'handled'));
    expect(line).toMatchObject({ service: 'conversation', requestId: 'request-7' });
    const traceId = (traceparent: unknown) => String(traceparent).split('-')[1];
    expect(traceId(line['traceparent'])).toBe(traceId(context.traceparent));
    expect(line['traceparent']).not.toBe(context.traceparent);
  });
});
