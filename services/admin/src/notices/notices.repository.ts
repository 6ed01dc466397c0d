import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { Notice, NoticeKind } from './notice.js';

/** A notice on its way into the store. */
export interface NewNotice extends Notice {
  /** What happened; a user has one notice of it. */
  cause: string;
  /** Another user whose name it says: it goes with them. */
  aboutUserId?: string | undefined;
}

export interface NoticeRow extends Notice {
  readAt: Date | null;
}

const columns = `id, user_id AS "userId", kind, title, lines, path, happened_at AS "happenedAt", read_at AS "readAt"`;

@Injectable()
export class NoticesRepository {
  /** Undefined when the user has it already, no longer exists, or it happened before there were notices; else whether the product shows it. */
  async insert(tx: Transaction, notice: NewNotice, usual: readonly NoticeKind[]): Promise<boolean | undefined> {
    const [row] = await tx.query<{ isShown: boolean }[]>(
      `INSERT INTO admin.notices (id, user_id, kind, cause, title, lines, path, happened_at, about_user_id, is_shown)
       SELECT $1, u.id, $3::text, $4, $5, $6, $7, $8::timestamptz, $9, $3::text = ANY(coalesce(p.in_app, $10::text[]))
       FROM admin.users u LEFT JOIN admin.notice_preferences p ON p.user_id = u.id WHERE u.id = $2
         AND $8 >= (SELECT since FROM admin.notices_since)
       ON CONFLICT DO NOTHING RETURNING is_shown AS "isShown"`,
      [
        notice.id,
        notice.userId,
        notice.kind,
        notice.cause,
        notice.title,
        notice.lines,
        notice.path,
        notice.happenedAt,
        notice.aboutUserId ?? null,
        usual,
      ],
    );
    return row?.isShown;
  }

  /** Newest first, those before `beforeId`. */
  async page(
    tx: Transaction,
    userId: string,
    page: { beforeId: string | null; limit: number; withHidden: boolean },
  ): Promise<NoticeRow[]> {
    return tx.query<NoticeRow[]>(
      `SELECT ${columns} FROM admin.notices
       WHERE user_id = $1 AND (is_shown OR $4) AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [userId, page.beforeId, page.limit, page.withHidden],
    );
  }

  async countUnread(tx: Transaction, userId: string): Promise<number> {
    const [row] = await tx.query<{ unread: number }[]>(
      'SELECT count(*)::int AS unread FROM admin.notices WHERE user_id = $1 AND is_shown AND read_at IS NULL',
      [userId],
    );
    return row!.unread;
  }

  /** Returns how many were unread until now. */
  async markRead(tx: Transaction, userId: string, ids: readonly string[], upToId: string | null): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE admin.notices SET read_at = now()
       WHERE user_id = $1 AND is_shown AND read_at IS NULL AND (id = ANY($2::uuid[]) OR id <= $3::uuid)`,
      [userId, ids, upToId],
    );
    return count;
  }

  async findKinds(tx: Transaction, userId: string): Promise<NoticeKind[] | undefined> {
    const [row] = await tx.query<{ inApp: NoticeKind[] }[]>(
      'SELECT in_app AS "inApp" FROM admin.notice_preferences WHERE user_id = $1',
      [userId],
    );
    return row?.inApp;
  }

  async setKinds(tx: Transaction, userId: string, inApp: readonly NoticeKind[]): Promise<void> {
    await tx.query(
      `INSERT INTO admin.notice_preferences (user_id, in_app) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET in_app = excluded.in_app`,
      [userId, inApp],
    );
  }

  /** Who approves others. */
  async findAdmins(tx: Transaction): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM admin.users WHERE role = 'admin' AND NOT is_blocked ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Returns how many it deleted, at most `max`. */
  async removeOld(tx: Transaction, keptDays: number, max: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM admin.notices WHERE id = ANY(ARRAY(
         SELECT id FROM admin.notices WHERE happened_at < now() - make_interval(days => $1) LIMIT $2))`,
      [keptDays, max],
    );
    return count;
  }

  /**
   * Of a user’s notices the newest stay, shown and hidden ones counted apart. Only users who had one lately are
   * looked at: others have not got more.
   */
  async removeBeyond(tx: Transaction, kept: number, max: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM admin.notices WHERE id = ANY(ARRAY(
         SELECT old.id FROM (
           SELECT DISTINCT user_id, is_shown FROM admin.notices WHERE happened_at > now() - interval '1 day') recent
         CROSS JOIN LATERAL (
           SELECT id FROM admin.notices n WHERE n.user_id = recent.user_id AND n.is_shown = recent.is_shown
           ORDER BY id DESC OFFSET $1) old LIMIT $2))`,
      [kept, max],
    );
    return count;
  }
}
