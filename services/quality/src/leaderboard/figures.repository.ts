import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ContestantRow, Counted, VerdictRow } from './figures.entity.js';

export const maxVotes = 10_000;
export const maxVerdicts = 50_000;

/** What figures are made of, the newest first. Few read it, and seldom: it is read anew each time. */
@Injectable()
export class FiguresRepository {
  contestants(tx: Transaction, { ownerId, conversationIds, since }: Counted): Promise<ContestantRow[]> {
    return tx.query<ContestantRow[]>(
      `WITH counted AS (
         SELECT user_id, broadcast_id, outcome FROM votes
         WHERE ($1::uuid IS NULL OR owner_id = $1) AND ($2::uuid[] IS NULL OR conversation_ids && $2)
           AND ($3::timestamptz IS NULL OR created_at >= $3)
         ORDER BY created_at DESC LIMIT $4
       ) SELECT user_id AS voter, broadcast_id AS "broadcastId", v.outcome, c.message_id AS "messageId",
           c.ai_service AS "aiService", c.version, c.is_best AS "isBest", c.response_time_ms AS "responseTimeMs",
           CASE WHEN c.cost_currency = 'USD' THEN c.cost_amount END AS cost
         FROM counted v JOIN vote_contestants c USING (user_id, broadcast_id)`,
      [ownerId ?? null, conversationIds ?? null, since ?? null, maxVotes],
    );
  }

  /** Of each pair of judge and reply what the latest rubric said. */
  verdicts(tx: Transaction, { ownerId, conversationIds, since }: Counted): Promise<VerdictRow[]> {
    return tx.query<VerdictRow[]>(
      `WITH counted AS (
         SELECT * FROM assessments
         WHERE status = 'completed' AND overall IS NOT NULL AND ($1::uuid IS NULL OR user_id = $1)
           AND ($2::uuid[] IS NULL OR conversation_id = ANY($2)) AND ($3::timestamptz IS NULL OR created_at >= $3)
         ORDER BY created_at DESC LIMIT $4
       ) SELECT DISTINCT ON (broadcast_id, assessor_service, message_id)
           broadcast_id AS "broadcastId", message_id AS "messageId", assessor_service AS judge,
           target_service AS "aiService", CASE WHEN imported THEN NULL ELSE place END AS place,
           jsonb_build_object('model', judged->'model', 'responseModel', judged->'responseModel',
             'settings', judged->'settings') AS judged,
           overall, bias, safety, accuracy, adherence
         FROM counted ORDER BY broadcast_id, assessor_service, message_id, created_at DESC`,
      [ownerId ?? null, conversationIds ?? null, since ?? null, maxVerdicts],
    );
  }
}
