import { Injectable } from '@nestjs/common';
import { AppError, Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { AuditLogRepository, type NewEntry } from '../audit-log/audit-log.repository.js';
import type { Announcement } from './announcement.entity.js';
import { newAnnouncement } from './announcement.rules.js';
import { AnnouncementsRepository } from './announcements.repository.js';

/** The one announcement that administrators show to all users. */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly announcements: AnnouncementsRepository,
    private readonly audit: AuditLogRepository,
  ) {}

  /** Takes no caller: a public announcement is shown before sign-in. */
  current(): Promise<Announcement | null> {
    return this.announcements.find(this.database.worker.manager);
  }

  async set(caller: Caller, input: unknown): Promise<Announcement> {
    caller.mustBeAdmin();
    const parsed = newAnnouncement.safeParse(input);
    if (!parsed.success)
      throw invalid(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    const { endsAt, ...wanted } = parsed.data;
    if (endsAt && endsAt <= new Date()) {
      throw invalid([{ path: 'endsAt', message: 'Choose an end that is still to come.' }]);
    }
    const row = { id: uuid(), endsAt: endsAt ?? null, ...wanted };
    const { id: announcementId, level, isPublic } = row;
    const details = { announcementId, level, isPublic, ...(endsAt && { endsAt: endsAt.toISOString() }) };
    await this.database.asUser(caller.userId, async (tx) => {
      await this.announcements.set(tx, row);
      await this.#publish(tx, { actor: caller.userId, action: 'announcement_set', details });
    });
    return row;
  }

  async clear(caller: Caller): Promise<void> {
    caller.mustBeAdmin();
    await this.database.asUser(caller.userId, async (tx) => {
      if (!(await this.announcements.clear(tx))) return;
      await this.#publish(tx, { actor: caller.userId, action: 'announcement_cleared' });
    });
  }

  async #publish(tx: Transaction, entry: NewEntry): Promise<void> {
    await this.events.in(tx).publish('admin.announcement_changed.v1', {});
    await this.audit.append(tx, entry);
  }
}

function invalid(issues: { path: string; message: string }[]): AppError {
  return new AppError('invalid', 'invalid_input', issues[0]?.message ?? 'The announcement is not valid.', { issues });
}
