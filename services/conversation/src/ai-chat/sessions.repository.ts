import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { Session, SessionInput, Setup } from './ai-chat.entity.js';

interface SessionRow {
  id: string;
  opening: string;
  setup: Setup;
  end_reason: string | null;
  end_note: string | null;
  replies: number;
  created_at: Date;
  updated_at: Date;
}

const columns = `s.id, s.opening, s.setup, s.end_reason, s.end_note, s.created_at, s.updated_at,
  (SELECT count(*)::integer FROM ai_chat_turns t
   WHERE t.user_id = s.user_id AND t.session_id = s.id AND t.kind = 'reply' AND t.status = 'completed') AS replies`;

/** AI conversations; every method takes the user, because two users may choose the same id. */
@Injectable()
export class SessionsRepository {
  async list(tx: Transaction, userId: string, limit: number): Promise<Session[]> {
    const rows = await tx.query<SessionRow[]>(
      `SELECT ${columns} FROM ai_chat_sessions s WHERE s.user_id = $1 ORDER BY s.updated_at DESC, s.id LIMIT $2`,
      [userId, limit],
    );
    return rows.map(toSession);
  }

  /** In the order of their ids, those after one: for reading all of them page by page. */
  async listAfter(tx: Transaction, userId: string, afterId: string, limit: number): Promise<Session[]> {
    const rows = await tx.query<SessionRow[]>(
      `SELECT ${columns} FROM ai_chat_sessions s WHERE s.user_id = $1 AND s.id > $2 ORDER BY s.id LIMIT $3`,
      [userId, afterId, limit],
    );
    return rows.map(toSession);
  }

  async find(tx: Transaction, userId: string, id: string): Promise<Session | undefined> {
    const [row] = await tx.query<SessionRow[]>(
      `SELECT ${columns} FROM ai_chat_sessions s WHERE s.user_id = $1 AND s.id = $2`,
      [userId, id],
    );
    return row && toSession(row);
  }

  /** Creates the session when it is missing, and locks it: turns of one session are stored one after the other. */
  async open(tx: Transaction, userId: string, id: string, opening: string): Promise<void> {
    await tx.query(
      `INSERT INTO ai_chat_sessions (user_id, id, opening) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, id) DO UPDATE SET updated_at = now(), end_reason = NULL, end_note = NULL,
         opening = coalesce(nullif(ai_chat_sessions.opening, ''), excluded.opening)`,
      [userId, id, opening],
    );
  }

  /** Locks the session, so that its turns are stored one after the other. */
  async lock(tx: Transaction, userId: string, id: string): Promise<void> {
    await tx.query('SELECT 1 FROM ai_chat_sessions WHERE user_id = $1 AND id = $2 FOR UPDATE', [userId, id]);
  }

  async save(tx: Transaction, userId: string, session: SessionInput): Promise<void> {
    const { sessionId, opening, setup, endReason, endNote } = session;
    await tx.query(
      `INSERT INTO ai_chat_sessions AS s (user_id, id, opening, setup, end_reason, end_note)
       VALUES ($1, $2, $3, coalesce($4::jsonb, '{"sides": []}'), $5, $6)
       ON CONFLICT (user_id, id) DO UPDATE SET updated_at = now(), opening = coalesce(nullif(s.opening, ''), $3),
         setup = coalesce($4::jsonb, s.setup), end_reason = $5, end_note = $6`,
      [userId, sessionId, opening, setup ? JSON.stringify(setup) : null, endReason ?? null, endNote ?? null],
    );
  }

  /** Answers whether there was one. Its turns are deleted with it. */
  async delete(tx: Transaction, userId: string, id: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `WITH gone AS (DELETE FROM ai_chat_sessions WHERE user_id = $1 AND id = $2 RETURNING 1) SELECT 1 FROM gone`,
      [userId, id],
    );
    return rows.length > 0;
  }
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    opening: row.opening,
    setup: row.setup,
    replies: row.replies,
    endReason: row.end_reason ?? undefined,
    endNote: row.end_note ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
