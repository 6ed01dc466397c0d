import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { builtIn } from '../rubric/built-in.rules.js';
import type { ContestantRow, Counted, VerdictRow } from './figures.entity.js';
import type { FoundRubric, ScoredRubric } from './scored-rubrics.rules.js';

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
           -- A round that is blind to its owner still: who won would tell them names.
           AND (NOT owner_is_blind OR EXISTS (
             SELECT FROM votes own WHERE own.user_id = votes.owner_id AND own.broadcast_id = votes.broadcast_id))
         ORDER BY created_at DESC LIMIT $4
       ) SELECT user_id AS voter, broadcast_id AS "broadcastId", v.outcome, c.message_id AS "messageId",
           c.ai_service AS "aiService", c.version, c.is_best AS "isBest", c.response_time_ms AS "responseTimeMs",
           CASE WHEN c.cost_currency = 'USD' THEN c.cost_amount END AS cost
         FROM counted v JOIN vote_contestants c USING (user_id, broadcast_id)`,
      [ownerId ?? null, conversationIds ?? null, since ?? null, maxVotes],
    );
  }

  /** By one rubric: its scores mean nothing beside those of another. */
  verdicts(
    tx: Transaction,
    { ownerId, conversationIds, since }: Counted,
    { version, isBuiltIn }: Pick<ScoredRubric, 'version' | 'isBuiltIn'>,
  ): Promise<VerdictRow[]> {
    return tx.query<VerdictRow[]>(
      `WITH counted AS (
         SELECT * FROM assessments
         WHERE status = 'completed' AND rubric_version = $5 AND (by_rubric IS NULL) = $6
           AND ($1::uuid IS NULL OR user_id = $1)
           AND ($2::uuid[] IS NULL OR conversation_id = ANY($2)) AND ($3::timestamptz IS NULL OR created_at >= $3)
         ORDER BY created_at DESC LIMIT $4
       ) SELECT broadcast_id AS "broadcastId", message_id AS "messageId", assessor_service AS judge,
           target_service AS "aiService", CASE WHEN imported THEN NULL ELSE place END AS place,
           jsonb_build_object('model', judged->'model', 'responseModel', judged->'responseModel',
             'settings', judged->'settings') AS judged,
           overall, CASE WHEN by_rubric IS NULL THEN jsonb_build_array(bias, safety, accuracy, adherence) ELSE (
             SELECT coalesce(jsonb_agg(coalesce((score->>'score')::integer, 0) ORDER BY at), '[]')
             FROM jsonb_array_elements(by_rubric->'criteria') WITH ORDINALITY AS scored (score, at)) END AS scores
         FROM counted ORDER BY broadcast_id, assessor_service, message_id`,
      [ownerId ?? null, conversationIds ?? null, since ?? null, maxVerdicts, version, isBuiltIn],
    );
  }

  /** By what was judged, of the newest verdicts; of the whole installation what everybody may judge by. */
  rubrics(tx: Transaction, { ownerId }: Counted): Promise<FoundRubric[]> {
    return tx.query<FoundRubric[]>(
      `WITH newest AS (
         SELECT id, rubric_version AS version FROM assessments
         WHERE status = 'completed' AND (by_rubric IS NULL) = (rubric_version = $2) AND ($1::uuid IS NULL OR user_id = $1)
         ORDER BY created_at DESC LIMIT $3
       ), found AS (
         SELECT version, count(*)::integer AS verdicts, (array_agg(id))[1] AS id FROM newest GROUP BY version
       ) SELECT version, verdicts, by_rubric AS "byRubric" FROM found JOIN assessments USING (id)
         WHERE $1::uuid IS NOT NULL OR version = $2 OR EXISTS (
           SELECT FROM rubric_versions v JOIN rubrics r ON r.id = v.rubric_id
           WHERE v.id::text = version AND r.user_id IS NULL)`,
      [ownerId ?? null, builtIn.version, maxVerdicts],
    );
  }
}
