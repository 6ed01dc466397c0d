import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { unnest } from '../replies/unnest.js';
import type { Imported, ImportedAttachment } from './imports.rules.js';

export interface Used {
  messages: number;
  bytes: number;
}

export interface StagedPart {
  importId: string;
  part: number;
  body: Buffer;
  messages: number;
}

type MessageRow = Imported['messages'][number];

const columns = {
  id: 'uuid',
  conversation_id: 'uuid',
  broadcast_id: 'uuid',
  role: 'text',
  content: 'text',
  created_at: 'timestamptz',
  status: 'text',
  response_time_ms: 'integer',
  first_token_ms: 'integer',
  input_tokens: 'integer',
  output_tokens: 'integer',
  total_tokens: 'integer',
  cached_input_tokens: 'integer',
  reasoning_tokens: 'integer',
  cost_amount: 'double precision',
  cost_currency: 'text',
  cost_source: 'text',
  stop_reason: 'text',
  error_code: 'text',
  error: 'text',
  attachment_id: 'uuid',
  media: 'jsonb',
  generation: 'jsonb',
  author: 'text',
};
const messages = unnest<MessageRow>(columns, 2);
const attachments = unnest<ImportedAttachment>(
  {
    id: 'uuid',
    name: 'text',
    size: 'integer',
    type: 'text',
    body: 'text',
    picture: 'jsonb',
    pages: 'jsonb',
    first_id: 'uuid',
    place: 'smallint',
  },
  2,
);

/** Staged parts of imports, and the rows they become. */
@Injectable()
export class ImportsRepository {
  async stage(tx: Transaction, userId: string, { importId, part, body, messages: count }: StagedPart): Promise<void> {
    await tx.query(
      `INSERT INTO import_parts (user_id, import_id, part, conversations, messages) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, import_id, part)
       DO UPDATE SET conversations = excluded.conversations, messages = excluded.messages`,
      [userId, importId, part, body, count],
    );
  }

  async staged(tx: Transaction, userId: string, importId: string, after: number) {
    const [row] = await tx.query<{ part: number; conversations: Buffer }[]>(
      `SELECT part, conversations FROM import_parts WHERE user_id = $1 AND import_id = $2 AND part > $3
       ORDER BY part LIMIT 1`,
      [userId, importId, after],
    );
    return row;
  }

  /** Deletes this part and all after it. */
  async drop(tx: Transaction, userId: string, importId: string, fromPart: number): Promise<void> {
    await tx.query('DELETE FROM import_parts WHERE user_id = $1 AND import_id = $2 AND part >= $3', [
      userId,
      importId,
      fromPart,
    ]);
  }

  /** What the user has imported within a day, staged parts included. */
  async used(tx: Transaction, userId: string): Promise<Used> {
    const [row] = await tx.query<{ messages: string; bytes: string }[]>(
      `SELECT sum(messages) AS messages, sum(bytes) AS bytes FROM (
         SELECT messages, octet_length(conversations) AS bytes FROM import_parts
         WHERE user_id = $1 AND created_at > now() - interval '1 day'
         UNION ALL SELECT messages, bytes FROM imports WHERE user_id = $1 AND created_at > now() - interval '1 day'
       ) AS used`,
      [userId],
    );
    return { messages: Number(row?.messages ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  /** Records an import for the quota, and deletes records older than a day. */
  async note(tx: Transaction, userId: string, importId: string, { messages: count, bytes }: Used): Promise<void> {
    await tx.query(`DELETE FROM imports WHERE user_id = $1 AND created_at < now() - interval '1 day'`, [userId]);
    if (count === 0) return;
    await tx.query(
      `INSERT INTO imports (user_id, import_id, messages, bytes) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, import_id) DO NOTHING`,
      [userId, importId, count, bytes],
    );
  }

  /** Replaces a part by the ids of the conversations imported from it: later steps need no more. */
  async shrink(tx: Transaction, userId: string, importId: string, part: number, ids: readonly string[]): Promise<void> {
    await tx.query('UPDATE import_parts SET conversations = $4 WHERE user_id = $1 AND import_id = $2 AND part = $3', [
      userId,
      importId,
      part,
      Buffer.from(JSON.stringify(ids)),
    ]);
  }

  /** Deletes an import's parts, and those abandoned a day ago. */
  async discard(tx: Transaction, userId: string, importId?: string): Promise<void> {
    await tx.query(
      `DELETE FROM import_parts WHERE user_id = $1 AND (import_id = $2 OR created_at < now() - interval '1 day')`,
      [userId, importId ?? null],
    );
  }

  /** Whether conversations that the user deleted are still being removed. */
  async isDeleting(tx: Transaction, userId: string): Promise<boolean> {
    return (await tx.query<unknown[]>('SELECT 1 FROM deletions WHERE user_id = $1 LIMIT 1', [userId])).length > 0;
  }

  /** Inserts those that are not there yet; answers their ids. */
  async insert(tx: Transaction, userId: string, imported: readonly Imported[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `INSERT INTO conversations (id, user_id, ai_service, title, on_dashboard, created_at, updated_at, message_count,
         comparison_id)
       SELECT DISTINCT ON (n.id) n.id, $1::uuid, n.ai_service, n.title, false, n.created_at, n.updated_at, n.count,
         n.comparison
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::integer[],
         $9::uuid[], $10::uuid[], $11::uuid[])
         AS n (id, original, ai_service, title, created_at, updated_at, count, former, first_former, comparison)
       WHERE NOT EXISTS (
         SELECT FROM conversations c WHERE c.id IN (n.original, n.former, n.first_former) AND c.user_id = $1::uuid)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        userId,
        imported.map(({ id }) => id),
        imported.map(({ originalId }) => originalId),
        imported.map(({ aiService }) => aiService),
        imported.map(({ title }) => title),
        imported.map(({ createdAt }) => createdAt),
        imported.map(({ updatedAt }) => updatedAt),
        imported.map(({ count }) => count),
        imported.map(({ formerIds: [, former] }) => former),
        imported.map(({ formerIds: [first] }) => first),
        imported.map(({ comparisonId }) => comparisonId),
      ],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async insertMessages(tx: Transaction, userId: string, rows: readonly MessageRow[]): Promise<void> {
    await tx.query(
      `INSERT INTO messages (user_id, ended_at, ${messages.names})
       SELECT $1::uuid, n.created_at, ${messages.names
         .split(', ')
         .map((name) => `n.${name}`)
         .join(', ')}
       FROM ${messages.sql} WITH ORDINALITY AS n (${messages.names}, turn) ORDER BY n.turn`,
      [userId, ...messages.values(rows)],
    );
  }

  /** Completes a conversation whose beginning came in an earlier part. */
  async finish(tx: Transaction, userId: string, { id, title, createdAt, updatedAt, count }: Imported): Promise<void> {
    await tx.query(
      `UPDATE conversations SET title = $3, created_at = $4, updated_at = $5, message_count = $6
       WHERE id = $2 AND user_id = $1`,
      [userId, id, title, createdAt, updatedAt, count],
    );
  }

  async insertAttachments(tx: Transaction, userId: string, rows: readonly ImportedAttachment[]): Promise<void> {
    await tx.query(
      `INSERT INTO attachments (user_id, ${attachments.names})
       SELECT DISTINCT ON (n.id) $1::uuid, n.* FROM ${attachments.sql} AS n (${attachments.names})
       ON CONFLICT (id) DO NOTHING`,
      [userId, ...attachments.values(rows)],
    );
  }

  /** Of two replies that a file calls the best of one broadcast, the first is. */
  async insertPins(tx: Transaction, userId: string, rows: readonly Imported['pins'][number][]): Promise<void> {
    await tx.query(
      `INSERT INTO pins (broadcast_id, user_id, message_id)
       SELECT n.broadcast_id, $1::uuid, n.message_id FROM unnest($2::uuid[], $3::uuid[]) AS n (broadcast_id, message_id)
       ON CONFLICT DO NOTHING`,
      [userId, rows.map(({ broadcast_id }) => broadcast_id), rows.map(({ id }) => id)],
    );
  }

  /**
   * The broadcasts of what came in, as having ended long ago: so that a pin can be set or taken away. All replies to one
   * are counted, those of other conversations too: they may have come in with another part.
   */
  async insertBroadcasts(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    await tx.query(
      `INSERT INTO broadcasts (id, user_id, mode, message_length, replies, open_replies, failed_replies, created_at,
         completed_at)
       SELECT b.id, $1::uuid, 'selective', b.message_length, r.replies, 0, r.failed, b.began,
         greatest(b.ended, r.ended)
       FROM (
         SELECT m.broadcast_id AS id, coalesce(max(length(m.content)) FILTER (WHERE m.role = 'user'), 0) AS message_length,
           min(m.created_at) AS began, max(m.created_at) AS ended
         FROM messages m WHERE m.user_id = $1::uuid AND m.conversation_id = ANY($2::uuid[]) AND m.broadcast_id IS NOT NULL
         GROUP BY m.broadcast_id
       ) b CROSS JOIN LATERAL (
         SELECT count(*) AS replies, count(*) FILTER (WHERE m.status <> 'completed') AS failed, max(m.created_at) AS ended
         FROM messages m WHERE m.user_id = $1::uuid AND m.broadcast_id = b.id AND m.role = 'assistant'
       ) r ON CONFLICT (id) DO NOTHING`,
      [userId, conversationIds],
    );
  }
}
