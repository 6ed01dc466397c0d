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

/** Of one that was not known. */
export type AddedActivity = Pick<Activity, 'userId' | 'about' | 'createdAt'>;

/** Writes activities and sessions, of existing users only: a late event must not bring an erased user back. */
@Injectable()
export class ActivitiesRepository {
  /** Returns those that are new and belong to an existing user. */
  insert(tx: Transaction, activities: readonly Activity[]): Promise<AddedActivity[]> {
    return tx.query(
      `INSERT INTO admin.activities (user_id, activity_type, about, details, created_at)
       SELECT u.id, given.activity_type, given.about, given.details::jsonb, given.created_at
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[])
         AS given (user_id, activity_type, about, details, created_at) JOIN admin.users u ON u.id = given.user_id
       ORDER BY u.id, given.activity_type, given.about
       ON CONFLICT DO NOTHING RETURNING user_id AS "userId", about, created_at AS "createdAt"`,
      [
        activities.map(({ userId }) => userId),
        activities.map(({ activityType }) => activityType),
        activities.map(({ about }) => about),
        activities.map(({ details }) => JSON.stringify(details)),
        activities.map(({ createdAt }) => createdAt),
      ],
    );
  }

  /** The replies of one broadcast are one activity, which grows. Not idempotent: add each reply once. */
  async addReplies(tx: Transaction, replies: readonly ReplyOf[]): Promise<void> {
    await tx.query(
      `INSERT INTO admin.activities AS known (user_id, activity_type, about, details, created_at)
       SELECT u.id, 'ai_response_received', given.about, jsonb_build_object(
         'selectedAIs', jsonb_agg(DISTINCT given.ai_service ORDER BY given.ai_service),
         'totalResponses', count(*) FILTER (WHERE NOT given.is_error),
         'totalErrors', count(*) FILTER (WHERE given.is_error)), max(given.created_at)
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::timestamptz[])
         AS given (user_id, about, ai_service, is_error, created_at) JOIN admin.users u ON u.id = given.user_id
       GROUP BY u.id, given.about ORDER BY u.id, given.about
       ON CONFLICT (user_id, activity_type, about) DO UPDATE SET
         created_at = greatest(known.created_at, excluded.created_at),
         details = jsonb_build_object(
           'selectedAIs', (SELECT jsonb_agg(DISTINCT name ORDER BY name)
             FROM jsonb_array_elements((known.details->'selectedAIs') || (excluded.details->'selectedAIs')) AS name),
           'totalResponses', (known.details->>'totalResponses')::int + (excluded.details->>'totalResponses')::int,
           'totalErrors', (known.details->>'totalErrors')::int + (excluded.details->>'totalErrors')::int)`,
      [
        replies.map(({ userId }) => userId),
        replies.map(({ broadcastId }) => broadcastId),
        replies.map(({ aiService }) => aiService),
        replies.map(({ isError }) => isError),
        replies.map(({ createdAt }) => createdAt),
      ],
    );
  }

  /** Idempotent, in any order of events. Undefined when the user does not exist or the session is another user's. */
  async seeSession(tx: Transaction, { sessionId, userId, startedAt, seenAt, isEnded }: SessionSeen) {
    // Two replicas may consume events of a session at the same moment.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [sessionId]);
    const [known] = await tx.query<{ lastSeenAt: Date }[]>(
      'SELECT last_seen_at AS "lastSeenAt" FROM admin.sessions WHERE id = $1',
      [sessionId],
    );
    const [seen] = await tx.query<{ startedAt: Date; lastSeenAt: Date }[]>(
      `INSERT INTO admin.sessions AS s (id, user_id, started_at, last_seen_at, ended_at)
       SELECT $1, id, $3, greatest($3, $4::timestamptz), CASE WHEN $5 THEN $4::timestamptz END
       FROM admin.users WHERE id = $2
       ON CONFLICT (id) DO UPDATE SET last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
         ended_at = least(s.ended_at, excluded.ended_at) WHERE s.user_id = $2
       RETURNING s.started_at AS "startedAt", s.last_seen_at AS "lastSeenAt"`,
      [sessionId, userId, startedAt, seenAt, isEnded],
    );
    if (!seen) return undefined;
    const grownMs = seen.lastSeenAt.getTime() - (known?.lastSeenAt ?? seen.startedAt).getTime();
    return { isNew: known === undefined, grownMs };
  }
}
