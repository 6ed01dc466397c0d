import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { unnest } from '../replies/unnest.js';
import type { ImportedSummary } from './imported-summaries.rules.js';

const columns = unnest<ImportedSummary>(
  {
    id: 'uuid',
    broadcast_id: 'uuid',
    reply_services: 'text',
    kind: 'text',
    instruction: 'text',
    ai_service: 'text',
    content: 'text',
    status: 'text',
    created_at: 'timestamptz',
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
    generation: 'jsonb',
  },
  2,
);
const names = columns.names.split(', ').filter((name) => name !== 'reply_services');

/** Summaries that come in with an import. */
@Injectable()
export class ImportedSummariesRepository {
  /** Those that are not there yet; each comes with every conversation of its round. */
  async insert(tx: Transaction, userId: string, rows: readonly ImportedSummary[]): Promise<void> {
    await tx.query(
      `INSERT INTO round_summaries (user_id, message_ids, conversation_ids, owner, lease_until, ended_at, reply_services,
         ${names.join(', ')})
       SELECT DISTINCT ON (n.id) $1::uuid, '{}', '{}', '', now(), n.created_at, n.reply_services::text[],
         ${names.map((name) => `n.${name}`).join(', ')}
       FROM ${columns.sql} AS n (${columns.names}) ON CONFLICT (id) DO NOTHING`,
      [userId, ...columns.values(rows)],
    );
  }

  /** Fills in which replies the summaries of these conversations' rounds are about. */
  async settle(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE round_summaries s SET message_ids = r.message_ids, conversation_ids = r.conversation_ids
       FROM (
         SELECT s.id, array_agg(m.id ORDER BY array_position(s.reply_services, coalesce(m.author, c.ai_service))) AS message_ids,
           array_agg(DISTINCT m.conversation_id) AS conversation_ids
         FROM round_summaries s
         JOIN messages m ON m.broadcast_id = s.broadcast_id AND m.user_id = $1 AND m.role = 'assistant'
         JOIN conversations c ON c.id = m.conversation_id
         WHERE s.user_id = $1 AND coalesce(m.author, c.ai_service) = ANY(s.reply_services)
           AND s.broadcast_id IN (
             SELECT broadcast_id FROM messages WHERE user_id = $1 AND conversation_id = ANY($2::uuid[])
               AND broadcast_id IS NOT NULL)
         GROUP BY s.id
       ) r WHERE s.id = r.id AND s.owner = ''`,
      [userId, conversationIds],
    );
  }
}
