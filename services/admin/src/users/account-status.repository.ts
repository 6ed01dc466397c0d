import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { Not } from 'typeorm';
import { UserEntity } from './user.entity.js';
import type { UserRole } from './user.rules.js';

/** The status of an account, as far as a change of it must know. */
export interface AccountStatus {
  id: string;
  role: UserRole;
  isBlocked: boolean;
}

/** Changes of role, blocking and erasing. */
@Injectable()
export class AccountStatusRepository {
  /** Serializes the changes that could leave no administrator. */
  async lockAdmins(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('admin.users admins', 0))`);
  }

  async find(tx: Transaction, id: string): Promise<AccountStatus | undefined> {
    const select = { id: true, role: true, isBlocked: true };
    return (await tx.getRepository(UserEntity).findOne({ select, where: { id } })) ?? undefined;
  }

  /** Whether another administrator could still approve, unblock and the rest. */
  hasOtherAdmin(tx: Transaction, id: string): Promise<boolean> {
    return tx.getRepository(UserEntity).existsBy({ role: 'admin', isBlocked: false, id: Not(id) });
  }

  async setRole(tx: Transaction, id: string, role: UserRole): Promise<void> {
    // Administrators approve others: they need no approval.
    await tx.getRepository(UserEntity).update(id, role === 'admin' ? { role, isApproved: true } : { role });
  }

  async setBlocked(tx: Transaction, id: string, isBlocked: boolean): Promise<void> {
    await tx.getRepository(UserEntity).update(id, { isBlocked });
  }

  /** Deletes at most `max` activities of a user and subtracts them from the counts of their days. Returns how many. */
  async eraseActivities(tx: Transaction, id: string, max: number): Promise<number> {
    const [row] = await tx.query<{ erased: number }[]>(
      `WITH gone AS (
         DELETE FROM admin.activities WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM admin.activities WHERE user_id = $1 LIMIT $2)) RETURNING activity_type, created_at
       ), days AS (
         UPDATE admin.day_totals t SET messages = t.messages - sent.messages
         FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS messages FROM gone
           WHERE activity_type = 'message_sent' GROUP BY 1) sent WHERE t.day = sent.day
       ) SELECT count(*)::int AS erased FROM gone`,
      [id, max],
    );
    return row!.erased;
  }

  /** Deletes the user with the rest of their data, and subtracts that from the counts of days. */
  async erase(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `UPDATE admin.day_totals t SET messages = t.messages - gone.messages, sessions = t.sessions - gone.sessions
       FROM (SELECT day, sum(messages) AS messages, sum(sessions) AS sessions FROM (
           SELECT (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS messages, 0 AS sessions FROM admin.activities
           WHERE user_id = $1 AND activity_type = 'message_sent'
           UNION ALL SELECT (started_at AT TIME ZONE 'UTC')::date, 0, 1 FROM admin.sessions WHERE user_id = $1
         ) counted GROUP BY day) gone WHERE t.day = gone.day`,
      [id],
    );
    await this.#eraseCopies(tx, id);
    await tx.query('DELETE FROM admin.users WHERE id = $1', [id]);
  }

  /** What is on its way to others, or was sent to them, holds copies of the notices that name the user. */
  async #eraseCopies(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `WITH about AS (SELECT id::text AS id, user_id FROM admin.notices WHERE about_user_id = $1)
       UPDATE admin.notice_deliveries d SET notices = (
         SELECT coalesce(jsonb_agg(n.notice ORDER BY n.place), '[]')
         FROM jsonb_array_elements(d.notices) WITH ORDINALITY AS n (notice, place)
         WHERE n.notice->>'id' NOT IN (SELECT about.id FROM about))
       WHERE d.user_id IN (SELECT about.user_id FROM about) AND EXISTS (
         SELECT 1 FROM jsonb_array_elements(d.notices) AS n (notice) JOIN about ON about.id = n.notice->>'id')`,
      [id],
    );
    await tx.query(
      `DELETE FROM admin.notice_deliveries WHERE purpose IN ('notice', 'digest') AND notices = '[]' AND more = 0
         AND user_id IN (SELECT user_id FROM admin.notices WHERE about_user_id = $1)`,
      [id],
    );
  }
}
