import { FindConversationsRequest } from '@polylogue/proto';
import type { TokenUser } from '@polylogue/service-kit';
import pg from 'pg';
import { as, collect, type Conversation } from './conversation.fixture.js';

/** Requests a page of one user's history; answers its head and what was found. */
export function finder({ history }: Conversation, user: TokenUser) {
  return async (filters: Partial<FindConversationsRequest> = {}) => {
    const request = FindConversationsRequest.fromPartial({ includeAll: true, ...filters });
    const items = await collect(history.findConversations(request, as(user)));
    const [first, ...rest] = items.map(({ item }) => item!);
    if (first?.$case !== 'head') throw new Error('A page begins with its head.');
    const found = rest.flatMap((each) =>
      each.$case === 'batch' ? each.batch.found : each.$case === 'found' ? [each.found] : [],
    );
    return { head: first.head, found, titles: found.map(({ conversation }) => conversation!.title) };
  };
}

/** Writes conversations with one question and one reply each, as if they had been sent at their times. */
export async function seed(
  { rows }: Conversation,
  userId: string,
  threads: readonly { title: string; reply: string; service?: string; hoursAgo?: number }[],
): Promise<void> {
  for (const [at, { title, reply, service = 'gpt', hoursAgo = at }] of threads.entries()) {
    await rows(
      `WITH c AS (
         INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, $2, $3, false, now() - $5 * interval '1 hour', now() - $5 * interval '1 hour')
         RETURNING id
       ) INSERT INTO conversation.messages (id, user_id, conversation_id, role, content, status)
         SELECT gen_random_uuid(), $1, c.id, line.role, line.content, 'completed'
         FROM c, (VALUES (1, 'user', $3::text), (2, 'assistant', $4::text)) AS line (step, role, content) ORDER BY step`,
      [userId, service, title, reply, hoursAgo],
    );
  }
}

/** Resolves when every message is in the search index, and no user is locked by what put them there. */
export async function indexed({ rows }: Conversation): Promise<void> {
  const busy = `SELECT 1 FROM conversation.search_queue UNION ALL
    SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE locktype = 'advisory' AND datname = current_database() LIMIT 1`;
  while ((await rows(busy)).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Works in a transaction that is rolled back. */
export async function rolledBack<T>(
  { database }: Conversation,
  work: (rows: Conversation['rows']) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    return await work(async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows);
  } finally {
    // Who comes next finds nothing locked any more.
    await client.query('ROLLBACK').catch(() => undefined);
    await client.end();
  }
}
