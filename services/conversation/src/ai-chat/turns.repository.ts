import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';
import { endColumnNames, fromEndColumns, type EndColumns } from '../live/ended-reply.mapper.js';
import type { Turn, TurnKind } from './ai-chat.entity.js';

/** A turn on its way into the store. */
export interface NewTurn {
  id: string;
  sessionId: string;
  kind: TurnKind;
  aiService: string;
  message: string;
  interjection?: string | undefined;
  idempotencyKey?: string | undefined;
  bodyHash: string;
  owner: string;
  leaseMs: number;
}

interface TurnRow extends EndColumns {
  id: string;
  session_id: string;
  kind: TurnKind;
  ai_service: string;
  message: string;
  interjection: string | null;
  content: string;
  created_at: Date;
}

const columns = `m.id, m.session_id, m.kind, m.ai_service, m.message, m.interjection, m.content, m.created_at,
  ${endColumnNames}`;

/** The route of the keys of deleted turns, in the table that holds those of broadcasts. */
const keyRoute = 'ai_chat_turn';

/** The turns of AI conversations, for their user. */
@Injectable()
export class TurnsRepository {
  constructor(private readonly database: Database) {}

  async list(tx: Transaction, userId: string, sessionId: string): Promise<Turn[]> {
    const rows = await tx.query<TurnRow[]>(
      `SELECT ${columns} FROM ai_chat_turns m WHERE m.user_id = $1 AND m.session_id = $2 ORDER BY m.position`,
      [userId, sessionId],
    );
    return rows.map(toTurn);
  }

  async find(userId: string, id: string): Promise<Turn | undefined> {
    const [row] = await this.database.asUser(userId, (tx) =>
      tx.query<TurnRow[]>(`SELECT ${columns} FROM ai_chat_turns m WHERE m.user_id = $1 AND m.id = $2`, [userId, id]),
    );
    return row && toTurn(row);
  }

  /** The turn that was stored with a key, also when its session has been deleted within the last day. */
  async findByKey(tx: Transaction, userId: string, key: string) {
    const [row] = await tx.query<{ id: string; body_hash: string; is_deleted: boolean }[]>(
      `SELECT id, body_hash, false AS is_deleted FROM ai_chat_turns WHERE user_id = $1 AND idempotency_key = $2
       UNION ALL
       SELECT broadcast_id, body_hash, true FROM idempotency
       WHERE user_id = $1 AND route = $3 AND key = $2 AND created_at > now() - interval '24 hours'
       ORDER BY is_deleted LIMIT 1`,
      [userId, key, keyRoute],
    );
    return row && { turnId: row.id, bodyHash: row.body_hash, isDeleted: row.is_deleted };
  }

  /** Keeps the keys of a session that is to be deleted, so that a repeated request does not dispatch its turn again. */
  async keepKeys(tx: Transaction, userId: string, sessionId: string): Promise<void> {
    await tx.query(
      `INSERT INTO idempotency (user_id, route, key, body_hash, broadcast_id, created_at)
       SELECT user_id, $3, idempotency_key, body_hash, id, created_at FROM ai_chat_turns
       WHERE user_id = $1 AND session_id = $2 AND idempotency_key IS NOT NULL AND body_hash IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [userId, sessionId, keyRoute],
    );
  }

  async insert(tx: Transaction, userId: string, turn: NewTurn): Promise<Date> {
    const [row] = await tx.query<{ created_at: Date }[]>(
      `INSERT INTO ai_chat_turns (id, user_id, session_id, kind, ai_service, message, interjection, idempotency_key,
         body_hash, owner, lease_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 millisecond') RETURNING created_at`,
      [
        turn.id,
        userId,
        turn.sessionId,
        turn.kind,
        turn.aiService,
        turn.message,
        turn.interjection ?? null,
        turn.idempotencyKey ?? null,
        turn.bodyHash,
        turn.owner,
        Math.round(turn.leaseMs),
      ],
    );
    return row!.created_at;
  }

  /** Requests the end of what is being written; answers which. */
  async requestCancel(tx: Transaction, userId: string, sessionId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH requested AS (
         UPDATE ai_chat_turns SET cancel_requested = true
         WHERE user_id = $1 AND session_id = $2 AND status = 'pending' RETURNING id
       ) SELECT id FROM requested`,
      [userId, sessionId],
    );
    return rows.map(({ id }) => id);
  }
}

export function toTurn(row: TurnRow): Turn {
  return {
    id: row.id,
    sessionId: row.session_id,
    kind: row.kind,
    aiService: row.ai_service,
    message: row.message,
    interjection: row.interjection ?? undefined,
    content: row.content,
    end: row.status === 'pending' ? undefined : fromEndColumns(row),
    createdAt: row.created_at,
  };
}
