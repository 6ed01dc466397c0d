import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { resetLinkHours } from '../passwords/reset-token.rules.js';

/** Links that set a new password: one for each user, by the hash of its token. What has ended is as if it were not there. */
@Injectable()
export class PasswordResetsRepository {
  /** In place of an earlier one. Returns when it ends. */
  async set(tx: Transaction, userId: string, tokenHash: Buffer): Promise<Date> {
    const [row] = await tx.query<{ expiresAt: Date }[]>(
      `INSERT INTO admin.password_resets (user_id, token_hash, expires_at)
       VALUES ($1, $2, now() + make_interval(hours => $3))
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
       RETURNING expires_at AS "expiresAt"`,
      [userId, tokenHash, resetLinkHours],
    );
    return row!.expiresAt;
  }

  async findUserId(tx: Transaction, tokenHash: Buffer): Promise<string | undefined> {
    const [row] = await tx.query<{ userId: string }[]>(
      'SELECT user_id AS "userId" FROM admin.password_resets WHERE token_hash = $1 AND expires_at > now()',
      [tokenHash],
    );
    return row?.userId;
  }

  /** Uses the link up and sets the hash of the new password. False where another was faster. */
  async use(tx: Transaction, tokenHash: Buffer, passwordHash: string): Promise<boolean> {
    const changed = await tx.query<{ id: string }[]>(
      `WITH used AS (
         DELETE FROM admin.password_resets WHERE token_hash = $1 AND expires_at > now() RETURNING user_id
       ), changed AS (
         UPDATE admin.users u SET password_hash = $2, updated_at = now() FROM used
         WHERE u.id = used.user_id AND u.password_hash IS NOT NULL RETURNING u.id
       ) SELECT id FROM changed`,
      [tokenHash, passwordHash],
    );
    return changed.length === 1;
  }

  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.query('DELETE FROM admin.password_resets WHERE user_id = $1', [userId]);
  }
}
