import type pg from 'pg';
import { groupHistory, seedHistory } from '../history/seed-history.js';

/** Who has how large a share of the messages: one clears, one is erased, what is old of one goes by the rule, one uses it. */
export const shares = { cleared: 0.3, erased: 0.3, expired: 0.3, other: 0.1 };
const messagesOfConversation = 10;

/** Fills the store with so many messages, and as many events that were sent, of these users. */
export async function fillLarge(
  admin: pg.Client,
  ids: Readonly<Record<keyof typeof shares, string>>,
  messages: number,
): Promise<void> {
  const names = Object.keys(shares) as (keyof typeof shares)[];
  await seedHistory(
    admin,
    names.map((name) => ({
      userId: ids[name],
      conversations: Math.round((messages * shares[name]) / messagesOfConversation),
    })),
  );
  await groupHistory(admin);
  for (const name of names) await sendEvents(admin, ids[name], Math.round(messages * shares[name]));
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
