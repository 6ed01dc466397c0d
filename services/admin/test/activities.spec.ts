import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ListPeopleRequest, ReplyStatus, type User } from '@polylogue/proto';
import { v7 } from 'uuid';
import { ActivitiesConsumer } from '../src/activities/activities.consumer.js';
import { TotalsRepository } from '../src/activities/totals.repository.js';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let admin: AdminFixture;
let user: User;
beforeAll(async () => void (admin = await startAdmin()));
afterAll(() => admin.close());
beforeEach(async () => void (user = await admin.aUser()));

const inPanel = async () => {
  const { people } = await admin.accounts.listPeople(
    ListPeopleRequest.fromPartial({ query: user.email }),
    admin.asBoss,
  );
  return people[0]!;
};
const typesOf = ({ activities }: { activities: { activityType: string }[] }) =>
  activities.map(({ activityType }) => activityType);

const minute = 60_000;
const start = new Date('2026-03-03T09:00:00Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * minute);
const seen = (sessionId: string, minutes: number, isEnded = false) =>
  ({ sessionId, userId: user.id, startedAt: start, seenAt: after(minutes), isEnded }) as const;
const idAt = (minutes: number) => v7({ msecs: after(minutes).getTime() });

// Each publishes the same event again when it is called again: its id is made once.
function aDay() {
  const at = [0, 1, 2, 3, 4, 5, 6, 7, 30, 45].map((minutes) => idAt(minutes));
  const [broadcastId, sessionId] = [randomUUID(), randomUUID()];
  const { id: userId } = user;
  const reply = (aiService: string, status = ReplyStatus.COMPLETED) =>
    ({ aiService, status, conversationId: randomUUID(), messageId: randomUUID() }) as const;
  const sent = { broadcastId, userId, aiServices: ['a', 'b'], messageLength: 75 };
  return [
    () => admin.publish('gateway.session_seen.v1', seen(sessionId, 0), at[0]),
    () => admin.publish('conversation.message_sent.v1', sent, at[1]),
    // As a conversation service one version older publishes it.
    () => admin.publish('conversation.reply_stored.v1', { broadcastId, userId, ...reply('a') }, at[2]),
    () => admin.publish('conversation.reply_stored.v2', { broadcastId, userId, replies: [reply('a')] }, at[3]),
    () =>
      admin.publish(
        'conversation.broadcast_completed.v2',
        { broadcastId, userId, totalResponses: 2, totalErrors: 1, replies: [reply('b', ReplyStatus.FAILED)] },
        at[4],
      ),
    () => admin.publish('conversation.file_uploaded.v1', { userId, broadcastId, size: 10, type: '.pdf' }, at[5]),
    () => admin.publish('conversation.conversations_exported.v1', { userId, format: 'md', conversations: 2 }, at[6]),
    () =>
      admin.publish(
        'conversation.conversations_cleared.v1',
        { userId, clearType: 'filtered', conversations: 2 },
        at[7],
      ),
    () => admin.publish('gateway.session_seen.v1', seen(sessionId, 30), at[8]),
    () => admin.publish('gateway.session_seen.v1', seen(sessionId, 45, true), at[9]),
  ];
}

describe('activities', () => {
  it('have an export as the gateway publishes it from the next release on', async () => {
    await admin.publish('gateway.conversations_exported.v1', { userId: user.id, format: 'csv', conversations: 2 });
    await admin.settled();
    const [found] = (await inPanel()).activities;
    expect(found).toMatchObject({ activityType: 'conversation_exported', details: { format: 'csv' } });
  });

  it('are of all eight types, from the events of the services, newest first with their details', async () => {
    for (const publish of aDay()) await publish();
    await admin.users.approveUser({ userId: user.id }, admin.asBoss);
    await admin.settled();
    const found = await inPanel();
    expect(typesOf(found)).toEqual([
      'user_approved',
      'conversations_cleared',
      'conversation_exported',
      'file_uploaded',
      'conversation_completed',
      'ai_response_received',
      'message_sent',
      'user_login',
    ]);
    const detailsOf = (type: string) => found.activities.find(({ activityType }) => activityType === type)!.details;
    expect(detailsOf('message_sent')).toMatchObject({ selectedAis: ['a', 'b'], messageLength: 75 });
    expect(detailsOf('ai_response_received')).toMatchObject({
      selectedAis: ['a', 'b'],
      totalResponses: 2,
      totalErrors: 1,
    });
    expect(detailsOf('conversation_completed')).toMatchObject({ totalResponses: 2, totalErrors: 1 });
    expect(detailsOf('conversations_cleared')).toMatchObject({ clearType: 'filtered' });
    expect(found).toMatchObject({ messageCount: 1, totalSessions: 1 });
  });

  it('and counts are the same when events come five times and in any order', async () => {
    const day = aDay();
    const order = [9, 8, 1, 0, 4, 3, 2, 7, 6, 5];
    for (let round = 0; round < 5; round += 1) for (const index of order) await day[index]!();
    await admin.settled();
    const found = await inPanel();
    expect([found.messageCount, found.totalSessions]).toEqual([1, 1]);
    expect(new Set(typesOf(found)).size).toBe(found.activities.length);
    const [session] = await admin.rows<{ minutes: number; ended: boolean }>(
      `SELECT extract(epoch FROM last_seen_at - started_at)::int / 60 AS minutes, ended_at IS NOT NULL AS ended
       FROM admin.sessions WHERE user_id = $1`,
      [user.id],
    );
    expect(session).toEqual({ minutes: 45, ended: true });
  });

  it('have a completed broadcast also of a conversation service one version older', async () => {
    const broadcastId = randomUUID();
    const completed = { broadcastId, userId: user.id, totalResponses: 2, totalErrors: 1 };
    await admin.publish('conversation.broadcast_completed.v1', completed);
    await admin.settled();
    const [found] = (await inPanel()).activities;
    expect(found).toMatchObject({
      activityType: 'conversation_completed',
      details: { totalResponses: 2, totalErrors: 1 },
    });
  });

  it('have all replies of a broadcast that ended together, however often that is said', async () => {
    const broadcastId = randomUUID();
    const replies = ['b', 'a', 'c'].map((aiService) => ({
      aiService,
      status: aiService === 'a' ? ReplyStatus.FAILED : ReplyStatus.COMPLETED,
      conversationId: randomUUID(),
      messageId: randomUUID(),
    }));
    const completed = { broadcastId, userId: user.id, totalResponses: 3, totalErrors: 1, replies };
    const eventId = idAt(0);
    for (let time = 0; time < 3; time += 1) {
      await admin.publish('conversation.broadcast_completed.v2', completed, eventId);
      await admin.settled();
    }
    const kept = await admin.rows(
      'SELECT activity_type, details FROM admin.activities WHERE about = $1 ORDER BY activity_type',
      [broadcastId],
    );
    expect(kept).toEqual([
      {
        activity_type: 'ai_response_received',
        details: { selectedAIs: ['a', 'b', 'c'], totalResponses: 2, totalErrors: 1 },
      },
      { activity_type: 'conversation_completed', details: { totalResponses: 3, totalErrors: 1 } },
    ]);
  });

  it('never bring an erased user back', async () => {
    const day = aDay();
    await day[1]!();
    await admin.settled();
    await admin.accounts.erasePerson({ userId: user.id }, admin.asBoss);
    for (const publish of day) await publish();
    await admin.settled();
    for (const table of ['activities', 'sessions', 'user_totals']) {
      expect(await admin.rows(`SELECT 1 FROM admin.${table} WHERE user_id = $1`, [user.id])).toEqual([]);
    }
    const letters = await admin.rows('SELECT consumer, error FROM admin.dead_letters');
    expect(letters).toEqual([]);
  });
});

describe('events in one batch', () => {
  it('are kept apart by user and broadcast, and those of unknown users are dropped', async () => {
    const other = await admin.aUser();
    const [mine, others, unknown] = [randomUUID(), randomUUID(), randomUUID()];
    const reply = (userId: string, broadcastId: string, aiService: string, status = ReplyStatus.COMPLETED) => ({
      event: { broadcastId, userId, aiService, status, conversationId: randomUUID(), messageId: randomUUID() },
      eventId: idAt(1),
      attempt: 1,
    });
    const sent = (userId: string, broadcastId: string) => ({
      event: { broadcastId, userId, aiServices: ['a', 'b'], messageLength: 7 },
      eventId: idAt(0),
      attempt: 1,
    });
    const { app, database } = admin.slice.service;
    const consumer = app.get(ActivitiesConsumer, { strict: false });
    await database.asWorker(async (tx) => {
      const messages = [sent(user.id, mine), sent(other.id, others), sent(randomUUID(), unknown), sent(user.id, mine)];
      await consumer.onMessageSent(messages, tx);
      await consumer.onReplyStored(
        [
          reply(user.id, mine, 'b'),
          reply(other.id, others, 'a'),
          reply(user.id, mine, 'a', ReplyStatus.FAILED),
          reply(randomUUID(), unknown, 'a'),
          reply(other.id, others, 'b'),
        ],
        tx,
      );
      await consumer.onReplyStored([reply(user.id, mine, 'c')], tx);
    });
    const kept = await admin.rows<{ details: unknown }>(
      `SELECT about, details FROM admin.activities WHERE about = ANY($1) AND activity_type = 'ai_response_received'
       ORDER BY about = $2 DESC`,
      [[mine, others, unknown], mine],
    );
    expect(kept).toEqual([
      { about: mine, details: { selectedAIs: ['a', 'b', 'c'], totalResponses: 2, totalErrors: 1 } },
      { about: others, details: { selectedAIs: ['a', 'b'], totalResponses: 2, totalErrors: 0 } },
    ]);
    const counts = await admin.rows('SELECT messages FROM admin.user_totals WHERE user_id = ANY($1)', [
      [user.id, other.id],
    ]);
    expect(counts).toEqual([{ messages: 1 }, { messages: 1 }]);
  });
});

describe('counts', () => {
  it('are the same when they are counted anew from activities and sessions', async () => {
    for (const publish of aDay()) await publish();
    await admin.settled();
    const counts = () =>
      Promise.all([
        admin.rows('SELECT * FROM admin.user_totals WHERE messages + sessions > 0 ORDER BY user_id'),
        admin.rows('SELECT * FROM admin.day_totals WHERE messages + sessions > 0 ORDER BY day'),
      ]);
    const before = await counts();
    expect(before[0].length).toBeGreaterThan(0);
    const { app, database } = admin.slice.service;
    await database.asWorker((tx) => app.get(TotalsRepository, { strict: false }).rebuild(tx));
    expect(await counts()).toEqual(before);
  });

  it('make the analytics, with the average of all sessions', async () => {
    const figures = await admin.analytics.getAnalytics({}, admin.asBoss);
    const [counted] = await admin.rows<{ users: number; sessions: number; ms: number }>(
      `SELECT (SELECT count(*)::int FROM admin.users) AS users, count(*)::int AS sessions,
         avg(extract(epoch FROM last_seen_at - started_at) * 1000)::int AS ms FROM admin.sessions`,
    );
    expect(figures).toMatchObject({
      totalUsers: counted!.users,
      totalSessions: counted!.sessions,
      averageSessionDurationMs: counted!.ms,
    });
    expect(figures.days).toHaveLength(30);
    await expect(admin.analytics.getAnalytics({}, admin.as(user))).rejects.toMatchObject({ code: 'admin_required' });
  });
});

describe('the export of one’s own data', () => {
  it('has every activity and session of the caller, across pages, and no other user’s', async () => {
    await admin.rows(
      `INSERT INTO admin.activities (user_id, activity_type, about, created_at)
       SELECT $1, 'message_sent', gen_random_uuid(), '2026-03-03T09:00:00Z'::timestamptz + n / 3 * interval '1 microsecond'
       FROM generate_series(1, 2345) n`,
      [user.id],
    );
    await admin.rows(
      `INSERT INTO admin.sessions (id, user_id, started_at, last_seen_at)
       SELECT gen_random_uuid(), $1, now() - n * interval '1 microsecond', now() FROM generate_series(1, 1001) n`,
      [user.id],
    );
    const [activities, sessions] = [new Set<string>(), new Set<string>()];
    for await (const { fact } of admin.accounts.listOwnFacts({}, admin.as(user))) {
      if (fact?.$case === 'activity') activities.add(fact.activity.id);
      else if (fact) sessions.add(fact.session.id);
    }
    expect([activities.size, sessions.size]).toEqual([2345, 1001]);
    const others = await admin.aUser();
    for await (const fact of admin.accounts.listOwnFacts({}, admin.as(others))) expect(fact).toBeUndefined();
  });
});
