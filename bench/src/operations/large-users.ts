import type pg from 'pg';
import { groupHistory, seedHistory } from '../history/seed-history.js';

/** As much as one writes in a life of work: who clears or is erased has no more, however much is stored. */
const maxOfUser = 300_000;

/** How many of the messages are whose: one clears, one is erased, what is old of one goes by the rule, one uses it. */
export function sharesOf(messages: number) {
  const [ofUser, expired] = [Math.min(messages * 0.3, maxOfUser), messages * 0.3];
  return { cleared: ofUser, erased: ofUser, expired, other: messages - expired - 2 * ofUser };
}

/** Their ids. */
export type LargeUsers = Record<keyof ReturnType<typeof sharesOf>, string>;

const messagesOfConversation = 10;

/** Fills the store with so many messages, and as many events that were sent, of these users. */
export async function fillLarge(admin: pg.Client, ids: Readonly<LargeUsers>, messages: number): Promise<void> {
  const shares = sharesOf(messages);
  const names = Object.keys(shares) as (keyof typeof shares)[];
  await seedHistory(
    admin,
    names.map((name) => ({
      userId: ids[name],
      conversations: Math.round(shares[name] / messagesOfConversation),
    })),
  );
  await groupHistory(admin);
  for (const name of names) await sendEvents(admin, ids[name], Math.round(shares[name]));
  await admin.query('VACUUM ANALYZE conversation.outbox');
  await admin.query('CHECKPOINT');
}

/** Events about a user as they lie in the outbox for a week after they were sent. */
async function sendEvents(admin: pg.Client, userId: string, count: number): Promise<void> {
  await admin.query(
    `INSERT INTO conversation.outbox (id, subject, aggregate_id, payload, created_at, sent_at, sends)
     SELECT gen_random_uuid(), 'conversation.message_sent.v1', gen_random_uuid()::text,
       jsonb_build_object('broadcastId', gen_random_uuid(), 'userId', $1::text, 'messageLength', n),
       now() - n % 500000 * interval '1 second', now() - n % 500000 * interval '1 second', 1
     FROM generate_series(1, $2::integer) AS n`,
    [userId, count],
  );
}
