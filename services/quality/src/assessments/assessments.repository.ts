import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { In } from 'typeorm';
import { AssessmentEntity, type JudgingRow, type ScoreRow } from './assessment.entity.js';

/** What a user may see and request; every method takes the user. */
@Injectable()
export class AssessmentsRepository {
  /** What has ended about the replies of some conversations; of each pair only what the latest rubric said. */
  async list(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<AssessmentEntity[]> {
    const ofPair = ['a.broadcastId', 'a.assessorService', 'a.targetService'];
    const latest = tx.getRepository(AssessmentEntity).createQueryBuilder('a').distinctOn(ofPair);
    latest.where({ userId, conversationId: In(conversationIds), status: In(['completed', 'failed']) });
    for (const column of ofPair) latest.addOrderBy(column);
    const found = await latest.addOrderBy('a.createdAt', 'DESC').addOrderBy('a.id', 'DESC').getMany();
    return found.sort(byEnd);
  }

  /** The mean overall score of some conversations, by what {@link list} would show; those without a verdict are left out. */
  scores(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<ScoreRow[]> {
    return tx.query<ScoreRow[]>(
      `SELECT conversation_id AS "conversationId", avg(overall)::float8 AS overall, count(*)::integer AS verdicts
       FROM (
         SELECT DISTINCT ON (broadcast_id, assessor_service, target_service) conversation_id, overall, status
         FROM assessments
         WHERE user_id = $1 AND conversation_id = ANY($2::uuid[]) AND status IN ('completed', 'failed')
         ORDER BY broadcast_id, assessor_service, target_service, created_at DESC, id DESC
       ) latest WHERE status = 'completed' GROUP BY conversation_id`,
      [userId, conversationIds],
    );
  }

  async findJudging(tx: Transaction, userId: string, broadcastId: string): Promise<JudgingRow | undefined> {
    const [row] = await tx.query<JudgingRow[]>(
      `SELECT j.state, j.reason, j.gaps, count(a.id)::integer AS total,
         count(a.id) FILTER (WHERE a.status = 'completed')::integer AS completed,
         count(a.id) FILTER (WHERE a.status = 'failed')::integer AS failed
       FROM judgings j
       LEFT JOIN assessments a ON a.broadcast_id = j.broadcast_id AND a.rubric_version = j.rubric_version
       WHERE j.user_id = $1 AND j.broadcast_id = $2 GROUP BY j.broadcast_id`,
      [userId, broadcastId],
    );
    return row;
  }

  /** Requests the judging of a broadcast, also one that waits for a decision whether to judge at all; false while it is under way. */
  async request(tx: Transaction, userId: string, broadcastId: string, rubricVersion: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO judgings (broadcast_id, user_id, state, asked_by, rubric_version)
       VALUES ($2, $1, 'waiting', 'person', $3)
       ON CONFLICT (broadcast_id) DO UPDATE SET state = 'waiting', asked_by = 'person', reason = NULL, tries = 0,
         not_before = now(), lease_until = NULL, ended_at = NULL, rubric_version = excluded.rubric_version
       WHERE judgings.user_id = $1 AND (judgings.state IN ('skipped', 'done')
         OR (judgings.state = 'waiting' AND judgings.asked_by = 'fact' AND judgings.lease_until IS NULL))
       RETURNING 1`,
      [userId, broadcastId, rubricVersion],
    );
    return rows.length > 0;
  }

  /** Reopens those without a verdict; a verdict stays. */
  async reopenFailed(tx: Transaction, userId: string, broadcastId: string): Promise<void> {
    const open = { status: 'pending', error: null, errorCode: null, attempts: 0, endedAt: null } as const;
    const assessments = tx.getRepository(AssessmentEntity);
    await assessments.update({ userId, broadcastId, status: 'failed' }, { ...open, notBefore: () => 'now()' });
  }
}

function byEnd(one: AssessmentEntity, other: AssessmentEntity): number {
  const apart = (one.endedAt?.getTime() ?? 0) - (other.endedAt?.getTime() ?? 0);
  return apart || (one.id < other.id ? -1 : 1);
}
