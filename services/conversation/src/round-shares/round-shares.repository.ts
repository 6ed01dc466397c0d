import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import type { EndStatus } from '../live/broadcast.entity.js';

export interface ShareRow {
  id: string;
  user_id: string;
  broadcast_id: string;
  hides_names: boolean;
  by_place: boolean;
  created_at: Date;
  expires_at: Date;
}

/** A share with the beginning of its question. */
export type ListedShare = ShareRow & { question: string };

export interface SharedReplyRow {
  message_id: string;
  status: EndStatus | 'pending';
  content: string;
  has_media: boolean;
  /** As its owner reads it, and what it is. */
  shown_service: string;
  ai_service: string;
  is_blind: boolean;
  question: string;
  files: string[];
}

const columns = 's.id, s.user_id, s.broadcast_id, s.hides_names, s.by_place, s.created_at, s.expires_at';

@Injectable()
export class RoundSharesRepository {
  async insert(tx: Transaction, share: Omit<ShareRow, 'created_at' | 'expires_at'> & { days: number }): Promise<void> {
    const { id, user_id, broadcast_id, hides_names, by_place, days } = share;
    await tx.query(
      `INSERT INTO round_shares (id, user_id, broadcast_id, hides_names, by_place, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 day')`,
      [id, user_id, broadcast_id, hides_names, by_place, days],
    );
  }

  /** Removes those that have ended, and counts the others; a second count of this user waits until the transaction ends. */
  async count(tx: Transaction, userId: string): Promise<number> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`round shares ${userId}`]);
    await tx.query('DELETE FROM round_shares WHERE user_id = $1 AND expires_at <= now()', [userId]);
    const [row] = await tx.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM round_shares WHERE user_id = $1',
      [userId],
    );
    return row?.count ?? 0;
  }

  /** Those that can be read: of a round that is gone nothing is shown any more. */
  list(tx: Transaction, userId: string, broadcastId: string | undefined): Promise<ListedShare[]> {
    return tx.query<ListedShare[]>(
      `SELECT ${columns}, q.question FROM round_shares s CROSS JOIN LATERAL (
         SELECT left(m.content, 200) AS question FROM messages m
         WHERE m.broadcast_id = s.broadcast_id AND m.user_id = $1 AND m.role = 'user' ORDER BY m.id LIMIT 1) q
       WHERE s.user_id = $1 AND s.expires_at > now() AND ($2::uuid IS NULL OR s.broadcast_id = $2)
       ORDER BY s.created_at DESC, s.id LIMIT $3`,
      [userId, broadcastId ?? null, contractLimits.vote.shares],
    );
  }

  async revoke(tx: Transaction, userId: string, id: string): Promise<boolean> {
    const [, removed] = await tx.query<[unknown, number]>(
      'DELETE FROM round_shares WHERE user_id = $1 AND id = $2 AND expires_at > now()',
      [userId, id],
    );
    return removed > 0;
  }

  /** For any user who has the id; with the worker role. */
  async find(tx: Transaction, id: string): Promise<ShareRow | undefined> {
    const [row] = await tx.query<ShareRow[]>(
      `SELECT ${columns} FROM round_shares s WHERE s.id = $1 AND s.expires_at > now()`,
      [id],
    );
    return row;
  }

  /** The replies of a round of its owner, in its order, with the question that they answer. */
  replies(tx: Transaction, userId: string, broadcastId: string): Promise<SharedReplyRow[]> {
    return tx.query<SharedReplyRow[]>(
      `SELECT m.id AS message_id, m.status, m.content, m.media IS NOT NULL AS has_media, d.ai_service AS shown_service,
         coalesce(c.blind_service, d.ai_service) AS ai_service, c.blind_service IS NOT NULL AS is_blind,
         q.content AS question, coalesce(f.names, '{}') AS files
       FROM dispatches d JOIN messages m ON m.id = d.message_id JOIN conversations c ON c.id = m.conversation_id
       JOIN messages q ON q.conversation_id = m.conversation_id AND q.broadcast_id = d.broadcast_id AND q.role = 'user'
       LEFT JOIN LATERAL (
         SELECT array_agg(a.name ORDER BY a.place) AS names FROM attachments a
         WHERE a.id = q.attachment_id OR a.first_id = q.attachment_id
       ) f ON q.attachment_id IS NOT NULL
       WHERE d.broadcast_id = $2 AND d.user_id = $1 AND m.user_id = $1 AND q.user_id = $1 ORDER BY d.place`,
      [userId, broadcastId],
    );
  }
}
