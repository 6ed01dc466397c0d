import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { NewAnnouncement } from './announcement.rules.js';

export interface AnnouncementRow extends Omit<NewAnnouncement, 'endsAt'> {
  id: string;
  endsAt: Date | null;
}

const columns = 'id, text, level, ends_at AS "endsAt", is_public AS "isPublic"';

@Injectable()
export class AnnouncementsRepository {
  /** What is shown at this moment. */
  async find(tx: Pick<Transaction, 'query'>): Promise<AnnouncementRow | undefined> {
    const [row] = await tx.query<AnnouncementRow[]>(
      `SELECT ${columns} FROM admin.announcement WHERE ends_at IS NULL OR ends_at > now()`,
    );
    return row;
  }

  async set(tx: Transaction, { id, text, level, endsAt, isPublic }: AnnouncementRow): Promise<void> {
    await tx.query(
      `INSERT INTO admin.announcement (id, text, level, ends_at, is_public) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (is_only) DO UPDATE SET id = excluded.id, text = excluded.text, level = excluded.level,
         ends_at = excluded.ends_at, is_public = excluded.is_public, set_at = now()`,
      [id, text, level, endsAt, isPublic],
    );
  }

  /** Whether there was one. */
  async clear(tx: Transaction): Promise<boolean> {
    const [, removed] = await tx.query<[unknown, number]>('DELETE FROM admin.announcement');
    return removed > 0;
  }
}
