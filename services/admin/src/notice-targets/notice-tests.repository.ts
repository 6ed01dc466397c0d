import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/**
 * When users had tests and links to confirm sent. Deliveries go with their target; these stay, so that a user who removes
 * a target and adds it again does not begin the hour anew.
 */
@Injectable()
export class NoticeTestsRepository {
  /** Counts one more, under the lock of its user. False when there were as many as this within an hour. */
  async add(tx: Transaction, userId: string, max: number): Promise<boolean> {
    await tx.query(`DELETE FROM admin.notice_tests WHERE user_id = $1 AND sent_at <= now() - interval '1 hour'`, [
      userId,
    ]);
    const added = await tx.query<unknown[]>(
      `INSERT INTO admin.notice_tests (user_id)
       SELECT $1 WHERE (SELECT count(*) FROM admin.notice_tests WHERE user_id = $1) < $2
       RETURNING id`,
      [userId, max],
    );
    return added.length > 0;
  }
}
