import pg from 'pg';
import type { Stored } from './evidence.js';
import { inTurn } from './store.js';

const schemas = ['conversation', 'ai_dispatch', 'quality', 'scheduler', 'admin', 'gateway'];

/** What admin counts of what conversation published: a handler that worked twice would count twice. */
const effects = {
  'messages sent': [
    `SELECT count(*) AS n FROM conversation.outbox WHERE subject = 'conversation.message_sent.v1'`,
    `SELECT count(*) AS n FROM admin.activities WHERE activity_type = 'message_sent'`,
  ],
  'messages in the totals of users': [
    `SELECT count(*) AS n FROM conversation.outbox WHERE subject = 'conversation.message_sent.v1'`,
    `SELECT coalesce(sum(messages), 0) AS n FROM admin.user_totals`,
  ],
  'broadcasts completed': [
    `SELECT count(*) AS n FROM conversation.outbox WHERE subject = 'conversation.broadcast_completed.v2'`,
    `SELECT count(*) AS n FROM admin.activities WHERE activity_type = 'conversation_completed'`,
  ],
  'exports made': [
    `SELECT count(*) AS n FROM gateway.outbox WHERE subject LIKE '%.conversations_exported.v1'`,
    `SELECT count(*) AS n FROM admin.activities WHERE activity_type = 'conversation_exported'`,
  ],
  'replies ended': [
    `SELECT coalesce(sum(jsonb_array_length(payload->'replies')), 0) AS n FROM conversation.outbox
     WHERE subject IN ('conversation.reply_stored.v2', 'conversation.broadcast_completed.v2')`,
    `SELECT coalesce(sum((details->>'totalResponses')::int + (details->>'totalErrors')::int), 0) AS n
     FROM admin.activities WHERE activity_type = 'ai_response_received'`,
  ],
} as const;

export async function readEvents(databaseUrl: string): Promise<Pick<Stored, 'events' | 'stuckEvents'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const count = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]!.n);
    const events = await inTurn(Object.entries(effects), async ([name, [published, inEffect]]) => {
      return { name, published: await count(published), inEffect: await count(inEffect) };
    });
    // The letter of a job is a notice to operators: its work stands in PostgreSQL, is begun again, and is looked at as such.
    const stuck = await inTurn(schemas, async (schema) => {
      const waiting = await client.query<{ what: string }>(
        `SELECT 'unsent in ${schema}: ' || subject AS what FROM ${schema}.outbox WHERE sent_at IS NULL
         UNION ALL SELECT 'dead letter of ' || consumer || ': ' || left(error, 200) FROM ${schema}.dead_letters
           WHERE subject NOT LIKE 'job %'`,
      );
      return waiting.rows.map(({ what }) => what);
    });
    return { events, stuckEvents: stuck.flat() };
  } finally {
    await client.end();
  }
}
