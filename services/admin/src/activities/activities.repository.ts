import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { Activity } from './activity.rules.js';

/** One service's reply, as it is added to the activity of its broadcast. */
export interface ReplyOf {
  userId: string;
  broadcastId: string;
  aiService: string;
  isError: boolean;
  createdAt: Date;
}

export interface SessionSeen {
  sessionId: string;
  userId: string;
  startedAt: Date;
  seenAt: Date;
  isEnded: boolean;
}

/** Writes facts. Nothing is written for somebody who is gone: a late event never brings a person back. */
@Injectable()
export class ActivitiesRepository {
  /** False when the fact is known, or nobody's. */
  async insert(tx: Transaction, { userId, activityType, about, details, createdAt }: Activity): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO admin.activities (user_id, activity_type, about, details, created_at)
       SELECT id, $2, $3, $4, $5 FROM admin.users WHERE id = $1 ON CONFLICT DO NOTHING RETURNING 1`,
      [userId, activityType, about, JSON.stringify(details), createdAt],
    );
    return rows.length > 0;
  }

  /** The replies of one broadcast are one activity, which grows. Each reply must come here once. */
  async addReply(tx: Transaction, { userId, broadcastId, aiService, isError, createdAt }: ReplyOf): Promise<void> {
    await tx.query(
      `INSERT INTO admin.activities AS known (user_id, activity_type, about, details, created_at)
       SELECT id, 'ai_response_received', $2, jsonb_build_object('selectedAIs', jsonb_build_array($3::text),
         'totalResponses', 1 - $4::int, 'totalErrors', $4::int), $5 FROM admin.users WHERE id = $1
       ON CONFLICT (user_id, activity_type, about) DO UPDATE SET
         created_at = greatest(known.created_at, excluded.created_at),
         details = jsonb_build_object(
           'selectedAIs', (SELECT jsonb_agg(DISTINCT name ORDER BY name)
             FROM jsonb_array_elements((known.details->'selectedAIs') || (excluded.details->'selectedAIs')) AS name),
           'totalResponses', (known.details->>'totalResponses')::int + (excluded.details->>'totalResponses')::int,
           'totalErrors', (known.details->>'totalErrors')::int + (excluded.details->>'totalErrors')::int)`,
      [userId, broadcastId, aiService, isError ? 1 : 0, createdAt],
    );
  }

  /** True for a session that was not known. However often and in whatever order it is told, the outcome is the same. */
  async seeSession(tx: Transaction, { sessionId, userId, startedAt, seenAt, isEnded }: SessionSeen) {
    // Two replicas may hear of a session at the same moment.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [sessionId]);
    const [known] = await tx.query<{ lastSeenAt: Date }[]>(
      'SELECT last_seen_at AS "lastSeenAt" FROM admin.sessions WHERE id = $1',
      [sessionId],
    );
    const [told] = await tx.query<{ startedAt: Date; lastSeenAt: Date }[]>(
      `INSERT INTO admin.sessions AS s (id, user_id, started_at, last_seen_at, ended_at)
       SELECT $1, id, $3, greatest($3, $4::timestamptz), CASE WHEN $5 THEN $4::timestamptz END
       FROM admin.users WHERE id = $2
       ON CONFLICT (id) DO UPDATE SET last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
         ended_at = least(s.ended_at, excluded.ended_at) WHERE s.user_id = $2
       RETURNING s.started_at AS "startedAt", s.last_seen_at AS "lastSeenAt"`,
      [sessionId, userId, startedAt, seenAt, isEnded],
    );
    if (!told) return undefined;
    const grownMs = told.lastSeenAt.getTime() - (known?.lastSeenAt ?? told.startedAt).getTime();
    return { isNew: known === undefined, grownMs };
  }
}
