import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { Raw } from 'typeorm';
import { AnnouncementEntity, type Announcement } from './announcement.entity.js';

@Injectable()
export class AnnouncementsRepository {
  /** What is shown at this moment. */
  find(tx: Transaction): Promise<AnnouncementEntity | null> {
    const isShown = Raw((endsAt) => `(${endsAt} IS NULL OR ${endsAt} > now())`);
    return tx.getRepository(AnnouncementEntity).findOneBy({ endsAt: isShown });
  }

  async set(tx: Transaction, announcement: Announcement): Promise<void> {
    const row = { ...announcement, isOnly: true, setAt: () => 'now()' } as const;
    await tx.getRepository(AnnouncementEntity).upsert(row, ['isOnly']);
  }

  /** Whether there was one. */
  async clear(tx: Transaction): Promise<boolean> {
    const { affected } = await tx.getRepository(AnnouncementEntity).delete({ isOnly: true });
    return affected === 1;
  }
}
