import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { alsoPublished, consumersOf, natsUser, startBacking, type Backing } from '@polylogue/build-kit/backing';
import { eventMap, type EventSubject } from '@polylogue/proto';
import { envPrefix, slicesWithDatabase, type ServiceDefinition } from '@polylogue/service-kit';
import { connect, type NatsConnection } from 'nats';
import { backingUrls, startSlice, until, type RunningSlice } from '../src/index.js';

// Every slice, as it is, at a NATS that knows the users of an installation and no others.
const prefix = `test_${randomBytes(6).toString('hex')}`;
const stream = prefix.toUpperCase();
const passwordOf = (slice: string) => `of-${slice}`;
/** Not of an installation: sees what happened. */
const observer = { user: 'observer', password: 'observes' };
const unused = '127.0.0.1:9';

let backing: Backing;
let seen: NatsConnection;
const running = new Map<string, RunningSlice>();
const refused: unknown[] = [];

const as = (user: string, pass: string) => connect({ servers: backing.nats.url, user, pass, reconnect: false });
const asSlice = (slice: string) =>
  connect({
    servers: backing.nats.url,
    user: slice,
    pass: passwordOf(slice),
    inboxPrefix: `_INBOX.${slice}`,
    reconnect: false,
  });
const definitionOf = async (slice: string): Promise<ServiceDefinition> => {
  const folder = slice === 'gateway' ? slice : `services/${slice}`;
  const exported = (await import(`../../../${folder}/src/service.js`)) as Record<string, ServiceDefinition>;
  return Object.values(exported).find(({ name }) => name === slice)!;
};
const start = async (slice: string) => {
  const addresses = Object.fromEntries(
    slicesWithDatabase
      .filter((other) => other !== slice && other !== 'gateway')
      .map((other) => [`${envPrefix(other)}_GRPC_URL`, unused]),
  );
  running.set(
    slice,
    await startSlice(await definitionOf(slice), {
      eventsPrefix: prefix,
      env: {
        ...addresses,
        NATS_URL: backing.nats.url,
        [`${envPrefix(slice)}_NATS_PASSWORD`]: passwordOf(slice),
        PORT: '0',
        SESSION_SECRET: 'a secret of at least thirty-two characters',
        OLLAMA_URL: 'off',
        LM_STUDIO_URL: 'off',
        MEDIA_FOLDER: await mkdtemp(join(tmpdir(), 'media-')),
      },
      onLog: (line) => {
        if (line['msg'] === 'NATS refused a subject') refused.push({ slice, ...line });
      },
    }),
  );
};
const published = async (subject: string) =>
  (await (await seen.jetstreamManager()).streams.info(stream, { subjects_filter: `${prefix}.${subject}` })).state
    .subjects?.[`${prefix}.${subject}`] ?? 0;

beforeAll(async () => {
  const { postgres, redis } = backingUrls();
  const { NATS_URL: _, ...env } = process.env;
  backing = await startBacking({
    folder: await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'nats-users-')),
    durable: false,
    env: { ...env, DATABASE_URL: postgres, REDIS_URL: redis },
    natsUsers: [...slicesWithDatabase.map((slice) => natsUser(slice, passwordOf(slice), prefix)), observer],
  });
  seen = await as(observer.user, observer.password);
  for (const slice of slicesWithDatabase) await start(slice);
});
afterAll(async () => {
  await Promise.all([...running.values()].map((slice) => slice.close()));
  await seen.close();
  await backing.stop();
});

describe('at a NATS with a user for each slice', () => {
  it('every slice consumes what it consumes in its code, as its user may, and nothing is listed beyond that', async () => {
    const expected = slicesWithDatabase.flatMap((slice) => [...consumersOf(slice)]);
    const manager = await seen.jetstreamManager();
    const present = async () =>
      (await manager.consumers.list(stream).next()).map(({ config }) => ({
        consumer: config.durable_name!,
        subject: config.filter_subject!,
      }));
    const inOrder = (list: { consumer: string; subject: string }[]) =>
      list.map(({ consumer, subject }) => `${consumer} ${subject}`).sort();
    const wanted = inOrder(
      expected.map(({ consumer, subject }) => ({
        consumer: consumer.replaceAll('.', '-'),
        subject: `${prefix}.${subject}`,
      })),
    );
    await until(async () => (await present()).length >= wanted.length, { what: 'all consumers' });
    expect(inOrder(await present())).toEqual(wanted);
  });

  const publishers = (Object.keys(eventMap) as EventSubject[]).flatMap((subject) => [
    [subject.split('.')[0]!.replaceAll('_', '-'), subject] as const,
    ...Object.entries(alsoPublished).flatMap(([slice, subjects]) =>
      subjects.includes(subject) ? [[slice, subject] as const] : [],
    ),
  ]);

  it.each(publishers)('%s publishes %s, and its consumers take it', async (slice, subject) => {
    const { database, events } = running.get(slice)!.service;
    const before = await published(subject);
    const payload = eventMap[subject].fromJSON({});
    await database.asWorker((tx) => events.in(tx).publish(subject, payload as never));
    await until(async () => (await published(subject)) === before + 1, { what: `${subject} in the stream` });
    const manager = await seen.jetstreamManager();
    await until(
      async () => {
        const consumers = await manager.consumers.list(stream).next();
        const waiting = consumers.filter(({ config, num_pending: pending }) => {
          return config.filter_subject === `${prefix}.${subject}` && pending > 0;
        });
        return waiting.length === 0;
      },
      { what: `${subject} to be taken` },
    );
  });

  it('nothing that a slice does was refused, also of what it only watches', () => {
    expect(refused).toEqual([]);
  });

  it.each(slicesWithDatabase.filter((slice) => slice !== 'admin'))('%s cannot publish an erasure', async (slice) => {
    const before = await published('admin.user_erased.v1');
    const connection = await asSlice(slice);
    await expect(connection.jetstream().publish(`${prefix}.admin.user_erased.v1`, '{}')).rejects.toThrow();
    await connection.close();
    expect(await published('admin.user_erased.v1')).toBe(before);
  });

  it('a slice can neither empty the stream, nor read or take what others consume', async () => {
    const connection = await asSlice('scheduler');
    const violations: string[] = [];
    void (async () => {
      for await (const { permissionContext } of connection.status()) {
        if (permissionContext) violations.push(`${permissionContext.operation} ${permissionContext.subject}`);
      }
    })();
    const manager = await connection.jetstreamManager({ checkAPI: false });
    const theirs = 'admin-ActivitiesConsumer-onMessageSent';
    await expect(manager.streams.purge(stream)).rejects.toThrow();
    await expect(manager.streams.delete(stream)).rejects.toThrow();
    await expect(manager.consumers.delete(stream, theirs)).rejects.toThrow();
    connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${theirs}`, '1');
    connection.subscribe(`${prefix}.conversation.message_sent.v1`, { callback: () => undefined });
    connection.subscribe('_INBOX.conversation.>', { callback: () => undefined });
    await until(() => violations.length >= 6, { what: 'all refusals' });
    expect(violations.sort()).toEqual([
      `publish $JS.API.CONSUMER.DELETE.${stream}.${theirs}`,
      `publish $JS.API.CONSUMER.MSG.NEXT.${stream}.${theirs}`,
      `publish $JS.API.STREAM.DELETE.${stream}`,
      `publish $JS.API.STREAM.PURGE.${stream}`,
      'subscription _INBOX.conversation.>',
      `subscription ${prefix}.conversation.message_sent.v1`,
    ]);
    await connection.close();
  });

  it('no client connects without a name, or with another password', async () => {
    await expect(connect({ servers: backing.nats.url, reconnect: false })).rejects.toThrow(/authorization/i);
    await expect(as('admin', passwordOf('quality'))).rejects.toThrow(/authorization/i);
  });
});
