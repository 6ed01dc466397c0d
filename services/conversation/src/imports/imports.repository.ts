import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { unnest } from '../replies/unnest.js';
import type { ImportedMessage, toImported } from './imports.rules.js';

type Imported = ReturnType<typeof toImported>;

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
  cost_amount: 'double precision',
  cost_currency: 'text',
  cost_source: 'text',
  stop_reason: 'text',
  error_code: 'text',
  error: 'text',
};
const messages = unnest<ImportedMessage>(columns, 2);

/** Imports: what is put aside, and what becomes of it. */
@Injectable()
export class ImportsRepository {
  async stage(tx: Transaction, userId: string, importId: string, part: number, body: Buffer): Promise<void> {
    await tx.query(
      `INSERT INTO import_parts (user_id, import_id, part, conversations) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, import_id, part) DO UPDATE SET conversations = excluded.conversations`,
      [userId, importId, part, body],
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

  /** Forgets an import, and any that was left behind a day ago. */
  async discard(tx: Transaction, userId: string, importId?: string): Promise<void> {
    await tx.query(
      `DELETE FROM import_parts WHERE user_id = $1 AND (import_id = $2 OR created_at < now() - interval '1 day')`,
      [userId, importId ?? null],
    );
  }

  /** Writes those that are not there yet; answers their ids. */
  async insert(tx: Transaction, userId: string, imported: readonly Imported[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `INSERT INTO conversations (id, user_id, ai_service, title, on_dashboard, created_at, updated_at, message_count)
       SELECT DISTINCT ON (n.id) n.id, $1::uuid, n.ai_service, n.title, false, n.created_at, n.updated_at, n.count
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::integer[])
         AS n (id, original, ai_service, title, created_at, updated_at, count)
       WHERE NOT EXISTS (SELECT FROM conversations c WHERE c.id = n.original AND c.user_id = $1::uuid)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        userId,
        imported.map(({ id }) => id),
        imported.map(({ originalId }) => originalId),
        imported.map(({ aiService }) => aiService),
        imported.map(({ title }) => title),
        imported.map(({ createdAt }) => createdAt),
        imported.map(({ updatedAt }) => updatedAt),
        imported.map(({ messages }) => messages.length),
      ],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async insertMessages(tx: Transaction, userId: string, rows: readonly ImportedMessage[]): Promise<void> {
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
}
