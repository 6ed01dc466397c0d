import type pg from 'pg';

/** Who keeps how many conversations of ten messages each. */
export interface Keeper {
  userId: string;
  conversations: number;
  /** Between one conversation and the one before it; seven without. */
  minutesApart?: number;
}

// Sentences are drawn from a pool: one word of every sentence, some common words, and many rare ones.
const pool = `
CREATE TEMP TABLE pool AS
SELECT n AS id, array_to_string(w, ' ') AS body, w AS words FROM (
  SELECT n, ARRAY['the'] || ARRAY(
    SELECT 'w' || floor(power(random(), 3) * 20000)::integer FROM generate_series(1, 14) WHERE n > 0
  ) AS w FROM generate_series(1, 6000) AS n
) AS drawn;
ALTER TABLE pool ADD PRIMARY KEY (id);
ANALYZE pool;`;

const conversations = `
INSERT INTO conversations (id, user_id, ai_service, title, on_dashboard, created_at, updated_at, message_count, preview,
  preview_key)
SELECT gen_random_uuid(), $1, 'bench-' || n % 6, 'Conversation ' || n, false, now() - n * $3::float8 * interval '1 minute',
  now() - n * $3::float8 * interval '1 minute', 10, p.body, left(p.body, 60)
FROM generate_series(1, $2::integer) AS n JOIN pool p ON p.id = 1 + n % 6000`;

const messages = `
WITH said AS (
  INSERT INTO messages (id, user_id, conversation_id, role, content, status, created_at,
    cost_amount, cost_currency)
  SELECT gen_random_uuid(), $1, c.id, CASE n % 2 WHEN 1 THEN 'user' ELSE 'assistant' END,
    a.body || ' ' || b.body || ' ' || a.id || ' ' || b.id, 'completed', c.created_at,
    CASE n % 2 WHEN 0 THEN 0.002 END, CASE n % 2 WHEN 0 THEN 'USD' END
  FROM (SELECT * FROM conversations WHERE user_id = $1 ORDER BY id OFFSET $2 LIMIT $3) c
  CROSS JOIN generate_series(1, 10) AS n
  JOIN pool a ON a.id = 1 + abs(hashtext(c.id::text || n)) % 6000
  JOIN pool b ON b.id = 1 + abs(hashtext(n || c.id::text)) % 6000
  RETURNING id, conversation_id, content
)
INSERT INTO search_entries (conversation_id, user_id, message_id, words)
SELECT conversation_id, $1, id, array_to_tsvector(ARRAY(
  SELECT DISTINCT right($1::text, 8) || word FROM unnest(string_to_array(content, ' ')) AS word))
FROM said`;

const conversationsAtOnce = 5_000;

/** Fills the history of some users as the product would have left it, with triggers off meanwhile. */
export async function seedHistory(admin: pg.Client, keepers: readonly Keeper[]): Promise<void> {
  await admin.query(`SET search_path = conversation; SET session_replication_role = replica; SET work_mem = '128MB';
    SET maintenance_work_mem = '256MB'; SET synchronous_commit = off; DROP INDEX search_entries_words`);
  await admin.query(pool);
  for (const { userId, conversations: count, minutesApart = 7 } of keepers) {
    await admin.query(conversations, [userId, count, minutesApart]);
    for (let from = 0; from < count; from += conversationsAtOnce) {
      await admin.query(messages, [userId, from, conversationsAtOnce]);
    }
  }
  await admin.query('CREATE INDEX search_entries_words ON search_entries USING gin (words) WITH (fastupdate = off)');
  for (const table of ['conversations', 'messages', 'search_entries']) await admin.query(`VACUUM ANALYZE ${table}`);
  // Written to disk before anything is timed.
  await admin.query('CHECKPOINT');
  await admin.query('SET session_replication_role = origin');
}

/** Makes comparisons of four conversations each, with what they cost: columns that the first migrations did not have yet. */
export async function groupHistory(admin: pg.Client): Promise<void> {
  await admin.query(`SET search_path = conversation; SET session_replication_role = replica;
    UPDATE conversations SET comparison_id = md5(user_id::text || substring(title FROM '\\d+')::integer / 4)::uuid,
        cost_usd = 0.01, is_priced = true
      WHERE title LIKE 'Conversation %';
    SET session_replication_role = origin`);
  await admin.query('VACUUM ANALYZE conversations');
  await admin.query('CHECKPOINT');
}
