import { Injectable } from '@nestjs/common';
import { isUuid } from '@polylogue/proto';
import { runPrepared, type Prepared, type Transaction } from '@polylogue/service-kit';
import { In } from 'typeorm';
import { cancelledCode } from '../judging/reasons.rules.js';
import { presentOf } from './present.rules.js';
import { AssessmentEntity, type BroadcastScoresRow, type JudgingRow, type ScoreRow } from './assessment.entity.js';

/** SQL: what the present rubric of a judging has said, of whatever reply; whether it has. */
const said = `assessments said WHERE said.broadcast_id = j.broadcast_id
  AND said.rubric_version = j.rubric_version AND said.status IN ('completed', 'failed')`;
const hasBegun = `EXISTS (SELECT FROM ${said})`;

/**
 * Every page of comparisons waits for it. Of a reply judged by the present rubric it is known that this has said something; only
 * for others, from before, is that looked up: by a subquery for one value, which is run where the conditions before it do not hold.
 */
const findScores: Prepared = {
  name: 'find-scores',
  text: `SELECT conversation_id AS "conversationId", avg(overall)::float8 AS overall, count(*)::integer AS verdicts
    FROM (
      SELECT DISTINCT ON (a.broadcast_id, a.assessor_service, a.target_service) a.conversation_id, a.overall, a.status
      FROM assessments a LEFT JOIN judgings j ON j.broadcast_id = a.broadcast_id
      WHERE a.user_id = $1 AND a.conversation_id = ANY($2::uuid[]) AND a.status IN ('completed', 'failed')
        AND (cardinality($3::uuid[]) = 0 OR a.broadcast_id = ANY($3::uuid[]))
        AND (j.rubric_version IS NULL OR j.rubric_version = a.rubric_version
          OR (SELECT true FROM ${said} LIMIT 1) IS NULL)
      ORDER BY a.broadcast_id, a.assessor_service, a.target_service, a.created_at DESC, a.id DESC
    ) latest WHERE status = 'completed' GROUP BY conversation_id`,
};

/**
 * Uuids as PostgreSQL reads them, with nothing to escape. A page of comparisons has two hundred: pg would put them together one by one,
 * and leave a copy for each.
 */
const uuidArray = (ids: readonly string[]) => `{${ids.join(',')}}`;

/** What a user may see and request; every method takes the user. */
@Injectable()
export class AssessmentsRepository {
  /**
   * What has ended about the replies of some conversations; of each broadcast only what its present rubric said, or
   * `onlyBuiltIn` what the built-in one did.
   */
  async list(
    tx: Transaction,
    userId: string,
    conversationIds: readonly string[],
    onlyBuiltIn: boolean,
  ): Promise<AssessmentEntity[]> {
    const ended = await tx.getRepository(AssessmentEntity).find({
      where: {
        userId,
        conversationId: In(conversationIds),
        status: In(['completed', 'failed']),
      },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    const judgings = await tx.query<{ id: string; version: string }[]>(
      `SELECT j.broadcast_id AS id, j.rubric_version AS version FROM judgings j
       WHERE j.user_id = $1 AND j.broadcast_id = ANY($2::uuid[]) AND ${hasBegun}`,
      [userId, [...new Set(ended.map(({ broadcastId }) => broadcastId))]],
    );
    // Versions of rubrics made in the app are uuids.
    const isShown = (version: string) => !onlyBuiltIn || !isUuid(version);
    const begun = new Map(judgings.flatMap(({ id, version }) => (isShown(version) ? [[id, version] as const] : [])));
    const shown = ended.filter(({ rubricVersion }) => isShown(rubricVersion));
    return presentOf(shown, begun).sort(byEnd);
  }

  /** What a broadcast is judged by; undefined when it is not. */
  async rubricVersion(tx: Transaction, userId: string, broadcastId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ version: string }[]>(
      'SELECT rubric_version AS version FROM judgings WHERE user_id = $1 AND broadcast_id = $2',
      [userId, broadcastId],
    );
    return row?.version;
  }

  /** The mean overall score of some conversations, by what {@link list} would show; those without a verdict are left out. No rounds: of all. */
  scores(
    tx: Transaction,
    userId: string,
    conversationIds: readonly string[],
    broadcastIds: readonly string[],
  ): Promise<ScoreRow[]> {
    return runPrepared<ScoreRow>(tx, findScores, [userId, uuidArray(conversationIds), uuidArray(broadcastIds)]);
  }

  /** Of each judged service the median overall score, by the rubric that its broadcast is judged by. */
  broadcastScores(tx: Transaction, userId: string, broadcastIds: readonly string[]): Promise<BroadcastScoresRow[]> {
    return tx.query<BroadcastScoresRow[]>(
      `SELECT j.broadcast_id AS "broadcastId", j.state IN ('done', 'skipped') AS done,
         j.rubric_version AS "rubricVersion",
         coalesce(jsonb_agg(jsonb_build_object('aiService', s.service, 'medianOverall', s.median,
           'verdicts', s.verdicts) ORDER BY s.service) FILTER (WHERE s.service IS NOT NULL), '[]') AS services
       FROM judgings j LEFT JOIN LATERAL (
         SELECT a.target_service AS service, count(*)::integer AS verdicts,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY a.overall) AS median
         FROM assessments a
         WHERE a.broadcast_id = j.broadcast_id AND a.rubric_version = j.rubric_version AND a.user_id = $1
           AND a.status = 'completed'
         GROUP BY a.target_service
       ) s ON true
       WHERE j.user_id = $1 AND j.broadcast_id = ANY($2::uuid[]) GROUP BY j.broadcast_id`,
      [userId, broadcastIds],
    );
  }

  async findJudging(tx: Transaction, userId: string, broadcastId: string): Promise<JudgingRow | undefined> {
    const [row] = await tx.query<JudgingRow[]>(
      `SELECT j.state, j.reason, j.gaps, j.rubric_version AS "rubricVersion", count(a.id)::integer AS total,
         count(a.id) FILTER (WHERE a.status = 'completed')::integer AS completed,
         count(a.id) FILTER (WHERE a.status = 'failed')::integer AS failed,
         count(a.id) FILTER (WHERE a.status = 'failed' AND a.error_code = '${cancelledCode}')::integer AS cancelled
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
}

function byEnd(one: AssessmentEntity, other: AssessmentEntity): number {
  const apart = (one.endedAt?.getTime() ?? 0) - (other.endedAt?.getTime() ?? 0);
  return apart || (one.id < other.id ? -1 : 1);
}
