import type { Pool } from 'pg';
import { readingChanges, type Changes } from '@polylogue/service-kit';
import type { EndedSession } from './issued-session.js';

/** A session as its owner sees it; the id in its cookie stays unsaid. */
export interface SessionRow {
  sid: string;
  userId: string | null;
  publicId: string | null;
  startedAt: string | null;
  lastSeenAt: string | null;
  device: string | null;
}

const columns = `sid, user_id AS "userId", sess->>'publicId' AS "publicId", sess->>'startedAt' AS "startedAt",
  sess->>'lastSeenAt' AS "lastSeenAt", sess->>'device' AS device`;

export const sessionChangesLog = 'gateway.session_changes';
const sessionChanges = readingChanges(sessionChangesLog);

/** Queries of the session table beside those of express-session. */
export class SessionRows {
  constructor(private readonly pool: Pool) {}

  /** Those of the sessions that still stand. */
  async alive(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ sid: string }>(
      'SELECT sid FROM gateway.sessions WHERE sid = ANY($1) AND expire > now()',
      [[...new Set(ids)]],
    );
    return new Set(rows.map(({ sid }) => sid));
  }

  /** The sessions of one user, newest first. */
  async listOf(userId: string): Promise<SessionRow[]> {
    const { rows } = await this.pool.query<SessionRow>(
      `SELECT ${columns} FROM gateway.sessions WHERE user_id = $1 AND expire > now()
       ORDER BY sess->>'startedAt' DESC NULLS LAST LIMIT 200`,
      [userId],
    );
    return rows;
  }

  /** Ends one session of a user, by the id that they see; answers it, or none. */
  async endOneOf(userId: string, publicId: string): Promise<SessionRow[]> {
    const { rows } = await this.pool.query<SessionRow>(
      `DELETE FROM gateway.sessions WHERE user_id = $1 AND sess->>'publicId' = $2 RETURNING ${columns}`,
      [userId, publicId],
    );
    return rows;
  }

  /** Ends the sessions of one user, but for one; answers those that were ended. */
  async endAllOf(userId: string, exceptSid = ''): Promise<SessionRow[]> {
    const { rows } = await this.pool.query<SessionRow>(
      `DELETE FROM gateway.sessions WHERE user_id = $1 AND sid <> $2 RETURNING ${columns}`,
      [userId, exceptSid],
    );
    return rows;
  }

  /** Ends what an issuer says has ended: one of its sessions, or all of a user's. */
  async endIssued({ issuer, subject, sid }: EndedSession): Promise<SessionRow[]> {
    const { rows } = await this.pool.query<SessionRow>(
      `DELETE FROM gateway.sessions WHERE sess #>> '{issued,issuer}' = $1
         AND ($2::text IS NULL OR sess #>> '{issued,subject}' = $2) AND ($3::text IS NULL OR sess #>> '{issued,sid}' = $3)
       RETURNING ${columns}`,
      [issuer, subject ?? null, sid ?? null],
    );
    return rows;
  }

  async see(sid: string, at: Date): Promise<void> {
    await this.pool.query(
      `UPDATE gateway.sessions SET sess = jsonb_set(sess, '{lastSeenAt}', to_jsonb($2::text)) WHERE sid = $1`,
      [sid, at.toISOString()],
    );
  }

  /** The ids of those that were changed or ended since. */
  async changes(since: string | undefined): Promise<Changes> {
    const { rows } = await this.pool.query<Changes>({ ...sessionChanges, values: [since ?? null] });
    return rows[0]!;
  }

  async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }
}
