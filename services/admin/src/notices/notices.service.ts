import { Injectable, Optional } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import { Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { chosenKinds, usualKinds } from './kinds.rules.js';
import { noticeIdOf } from './notice-id.rules.js';
import type { NoticeTexts } from './notice-texts.rules.js';
import { NoticeListener, type NoticeKind } from './notice.js';
import { NoticesRepository, type NoticeRow } from './notices.repository.js';

/** A notice for one user, before it is stored. */
export interface NewNotice {
  userId: string;
  cause: string;
  texts: NoticeTexts;
  happenedAt: Date;
  /** Another user whose name the texts say. */
  aboutUserId?: string;
}

const usualPage = 20;
const { noticesPage: maxPage } = contractLimits;

/** The notices of users: what happened, of the kinds that they chose. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly notices: NoticesRepository,
    @Optional() private readonly listener?: NoticeListener,
  ) {}

  /** Idempotent per cause: a repeated cause makes no second notice and does not reach the listener. */
  async add(tx: Transaction, { userId, cause, texts, happenedAt, aboutUserId }: NewNotice): Promise<void> {
    const notice = { id: noticeIdOf(userId, cause, happenedAt), userId, happenedAt, ...texts };
    const isShown = await this.notices.insert(tx, { ...notice, cause, aboutUserId }, usualKinds);
    if (isShown === undefined) return;
    await this.listener?.noticed(tx, notice);
    if (isShown) await this.#publishChange(tx, userId);
  }

  async list({ userId }: Caller, beforeId: string | null, limit: number, withHidden: boolean) {
    const size = limit > 0 ? Math.min(limit, maxPage) : usualPage;
    return this.database.readAsUser(userId, async (tx) => {
      const found: NoticeRow[] = await this.notices.page(tx, userId, { beforeId, limit: size + 1, withHidden });
      const unread = await this.notices.countUnread(tx, userId);
      return { notices: found.slice(0, size), unread, hasMore: found.length > size };
    });
  }

  /** Answers how many are left. */
  markRead({ userId }: Caller, ids: readonly string[], upToId: string | null): Promise<number> {
    return this.database.asUser(userId, async (tx) => {
      if ((await this.notices.markRead(tx, userId, ids, upToId)) > 0) await this.#publishChange(tx, userId);
      return this.notices.countUnread(tx, userId);
    });
  }

  kinds({ userId }: Caller): Promise<readonly NoticeKind[]> {
    return this.database.readAsUser(userId, async (tx) => (await this.notices.findKinds(tx, userId)) ?? usualKinds);
  }

  async setKinds({ userId }: Caller, kinds: readonly NoticeKind[]): Promise<readonly NoticeKind[]> {
    const chosen = chosenKinds(kinds);
    await this.database.asUser(userId, (tx) => this.notices.setKinds(tx, userId, chosen));
    return chosen;
  }

  async #publishChange(tx: Transaction, userId: string): Promise<void> {
    await this.events.in(tx).publish('admin.notices_changed.v1', { userId }, { aggregateId: userId });
  }
}
