import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';

/** The columns of a message that a vote unseals. */
const unsealed = [
  'status',
  'response_time_ms',
  'first_token_ms',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cached_input_tokens',
  'reasoning_tokens',
  'cost_amount',
  'cost_currency',
  'cost_source',
  'stop_reason',
  'error_code',
  'error',
  'media',
  'generation',
];

/** Of the user $1, by the round $2. */
const comparisonOfRound = `
         SELECT c.comparison_id FROM messages m JOIN conversations c ON c.id = m.conversation_id
         WHERE m.broadcast_id = $2 AND m.user_id = $1 AND m.role = 'assistant'`;

export interface PendingReveal {
  user_id: string;
  broadcast_id: string;
}

@Injectable()
export class RevealsRepository {
  constructor(private readonly database: Database) {}

  async exists(tx: Transaction, userId: string, broadcastId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM broadcasts WHERE user_id = $1 AND id = $2';
    return (await tx.query<unknown[]>(sql, [userId, broadcastId])).length > 0;
  }

  /** Whether some round of its comparison, still blind, has two replies to be voted on, or can still get them. */
  async canBeCompared(tx: Transaction, userId: string, broadcastId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM messages r JOIN conversations b ON b.id = r.conversation_id
       WHERE b.user_id = $1 AND b.blind_service IS NOT NULL AND b.comparison_id IN (${comparisonOfRound})
         AND r.user_id = $1 AND r.role = 'assistant' AND r.status IN ('completed', 'pending')
       GROUP BY r.broadcast_id HAVING count(*) > 1 LIMIT 1`,
      [userId, broadcastId],
    );
    return rows.length > 0;
  }

  /** For either role. */
  async request(tx: Transaction, userId: string, broadcastId: string): Promise<void> {
    await tx.query('INSERT INTO pending_reveals (user_id, broadcast_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      userId,
      broadcastId,
    ]);
  }

  async settle(tx: Transaction, userId: string, broadcastId: string): Promise<void> {
    await tx.query('DELETE FROM pending_reveals WHERE user_id = $1 AND broadcast_id = $2', [userId, broadcastId]);
  }

  /** Requested reveals, oldest first; for the worker role. */
  pending(max: number): Promise<PendingReveal[]> {
    return this.database.worker.query<PendingReveal[]>(
      'SELECT user_id, broadcast_id FROM pending_reveals ORDER BY requested_at LIMIT $1',
      [max],
    );
  }

  /** The blind conversations of a round's comparison, locked in the order of every writer: no message can be sent to them now. */
  async lock(tx: Transaction, userId: string, broadcastId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM conversations WHERE user_id = $1 AND blind_service IS NOT NULL AND comparison_id IN (${comparisonOfRound})
       ORDER BY ai_service FOR UPDATE`,
      [userId, broadcastId],
    );
    return rows.map(({ id }) => id);
  }

  async hasOpenReplies(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<boolean> {
    const [row] = await tx.query<{ is_open: boolean }[]>(
      `SELECT EXISTS (SELECT FROM messages WHERE user_id = $1 AND conversation_id = ANY($2::uuid[]) AND status = 'pending') AS is_open`,
      [userId, conversationIds],
    );
    return row!.is_open;
  }

  /** Gives conversations and replies their names and figures back; on the dashboard they take their services' places. */
  async reveal(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    const values = [userId, conversationIds];
    await tx.query(
      `WITH earlier AS (
         SELECT c.id FROM conversations c JOIN conversations b ON b.blind_service = c.ai_service AND b.on_dashboard
         WHERE c.user_id = $1 AND c.on_dashboard AND b.user_id = $1 AND b.id = ANY($2::uuid[])
         ORDER BY c.ai_service FOR NO KEY UPDATE OF c
       ) UPDATE conversations SET on_dashboard = false WHERE id IN (SELECT id FROM earlier)`,
      values,
    );
    const columns = unsealed.map((name) => `${name} = was.${name}`).join(', ');
    await tx.query(
      `UPDATE messages m SET ${columns}, sealed = NULL
       FROM messages s CROSS JOIN LATERAL jsonb_populate_record(NULL::messages, s.sealed) AS was
       WHERE s.user_id = $1 AND s.conversation_id = ANY($2::uuid[]) AND s.sealed IS NOT NULL AND m.id = s.id`,
      values,
    );
    await tx.query(
      `UPDATE dispatches d SET ai_service = c.blind_service, settings = nullif(d.settings - 'blindService', '{}')
       FROM messages m JOIN conversations c ON c.id = m.conversation_id
       WHERE c.user_id = $1 AND c.id = ANY($2::uuid[]) AND d.message_id = m.id AND d.user_id = $1`,
      values,
    );
    await tx.query(
      `UPDATE conversations SET ai_service = blind_service, blind_service = NULL
       WHERE user_id = $1 AND id = ANY($2::uuid[]) AND blind_service IS NOT NULL`,
      values,
    );
  }
}
