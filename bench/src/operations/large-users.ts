import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { groupHistory, seedHistory, type Keeper } from '../history/seed-history.js';

/** As much as one writes in a life of work: who clears or is erased has no more, however much is stored. */
const maxOfUser = 300_000;
/** What a rule finds when it is first set, however much is stored. */
const maxExpired = 1_000_000;

/** How many of the messages are whose: one clears, one is erased, what is old of one goes by the rule, others use them. */
export function sharesOf(messages: number) {
  const [ofUser, expired] = [Math.min(messages * 0.3, maxOfUser), Math.min(messages * 0.3, maxExpired)];
  return { cleared: ofUser, erased: ofUser, expired, others: messages - expired - 2 * ofUser };
}

/** Their ids. */
export interface LargeUsers {
  cleared: string;
  erased: string;
  expired: string;
  /** Those who look and send meanwhile. */
  others: readonly string[];
}

const messagesOfConversation = 10;
const minutesOfDay = 24 * 60;

/**
 * Fills the store with so many messages, and as many events that were sent, of these users, and of as many more as it takes. What is of
 * others was used within `keptDays`.
 */
export async function fillLarge(
  admin: pg.Client,
  ids: LargeUsers,
  { messages, keptDays }: { messages: number; keptDays: number },
): Promise<void> {
  const { others, ...named } = sharesOf(messages);
  const keepers = (Object.keys(named) as (keyof typeof named)[]).map((name) => keeperOf(ids[name], named[name]));
  for (let left = others, at = 0; left > 0; left -= maxOfUser, at += 1) {
    const keeper = keeperOf(ids.others[at] ?? randomUUID(), Math.min(left, maxOfUser));
    keepers.push({ ...keeper, minutesApart: (keptDays * minutesOfDay * 0.9) / keeper.conversations });
  }
  await seedHistory(admin, keepers);
  await groupHistory(admin);
  for (const { userId, conversations } of keepers)
    await sendEvents(admin, userId, conversations * messagesOfConversation);
  await admin.query('VACUUM ANALYZE conversation.outbox');
  await admin.query('CHECKPOINT');
}

const keeperOf = (userId: string, messages: number): Keeper => ({
  userId,
  conversations: Math.round(messages / messagesOfConversation),
});

/** Events about a user as they lie in the outbox for a week after they were sent: to the stream that took those of the sign-ups. */
async function sendEvents(admin: pg.Client, userId: string, count: number): Promise<void> {
  await admin.query(
    `INSERT INTO conversation.outbox (id, subject, aggregate_id, payload, created_at, sent_at, sends, stream_created, stream_sequence)
     SELECT gen_random_uuid(), 'conversation.message_sent.v1', gen_random_uuid()::text,
       jsonb_build_object('broadcastId', gen_random_uuid(), 'userId', $1::text, 'messageLength', n),
       now() - n % 500000 * interval '1 second', now() - n % 500000 * interval '1 second', 1, present.stream, n
     FROM generate_series(1, $2::integer) AS n,
       (SELECT max(stream_created) AS stream FROM admin.outbox WHERE sent_at IS NOT NULL) AS present`,
    [userId, count],
  );
}
