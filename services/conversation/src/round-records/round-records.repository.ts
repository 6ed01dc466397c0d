import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { EndStatus } from '../live/broadcast.entity.js';
import type { EndColumns } from '../live/ended-reply.mapper.js';

export interface ReplyRecordRow extends Pick<
  EndColumns,
  'generation' | 'response_time_ms' | 'cost_amount' | 'cost_currency' | 'cost_source'
> {
  message_id: string;
  conversation_id: string;
  /** Also of a blind round. */
  ai_service: string;
  is_blind: boolean;
  status: EndStatus | 'pending';
}

/** What figures are made of; no method reads a text out. */
@Injectable()
export class RoundRecordsRepository {
  /** In the order in which services were requested. */
  ofRound(tx: Transaction, userId: string, broadcastId: string): Promise<ReplyRecordRow[]> {
    return tx.query<ReplyRecordRow[]>(
      `SELECT m.id AS message_id, m.conversation_id, coalesce(c.blind_service, d.ai_service) AS ai_service, m.status,
         c.blind_service IS NOT NULL AS is_blind,
         known.generation - '{reasoning,sources,sourcesOmitted}'::text[] AS generation,
         known.response_time_ms, known.cost_amount, known.cost_currency, known.cost_source
       FROM dispatches d JOIN messages m ON m.id = d.message_id JOIN conversations c ON c.id = m.conversation_id
       CROSS JOIN LATERAL jsonb_populate_record(m, coalesce(m.sealed, '{}')) AS known
       WHERE d.broadcast_id = $2 AND d.user_id = $1 AND m.user_id = $1 ORDER BY d.place`,
      [userId, broadcastId],
    );
  }

  async tagged(tx: Transaction, userId: string, tag: string, max: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT c.id FROM comparisons g JOIN conversations c ON c.comparison_id = g.id AND c.user_id = g.user_id
       WHERE g.user_id = $1 AND $2 = ANY(g.tags) ORDER BY c.updated_at DESC, c.id DESC LIMIT $3`,
      [userId, tag, max],
    );
    return rows.map(({ id }) => id);
  }

  lengths(tx: Transaction, userId: string, messageIds: readonly string[]) {
    return tx.query<{ id: string; characters: number }[]>(
      `SELECT id, length(content) AS characters FROM messages
       WHERE user_id = $1 AND id = ANY($2::uuid[]) AND role = 'assistant'`,
      [userId, messageIds],
    );
  }
}
