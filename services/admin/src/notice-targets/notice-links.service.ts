import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, type Transaction } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';
import { NoticeDeliveriesRepository } from './notice-deliveries.repository.js';
import type { NoticeTargetEntity } from './notice-target.entity.js';
import { linkNotFound } from './notice-targets.errors.js';
import { NoticeTargetsRepository } from './notice-targets.repository.js';
import { readLink, type LinkPurpose } from './target-secrets.rules.js';

export interface FoundLink {
  purpose: LinkPurpose;
  target: NoticeTargetEntity;
}

/** What the links of mails do. A link needs no session, and allows nothing else. */
@Injectable()
export class NoticeLinksService {
  constructor(
    private readonly database: Database,
    private readonly targets: NoticeTargetsRepository,
    private readonly deliveries: NoticeDeliveriesRepository,
    @Inject(CONFIG) private readonly config: Pick<AdminConfig, 'ADMIN_SIGNING_KEY'>,
  ) {}

  get(token: string): Promise<FoundLink> {
    return this.database.asWorker((tx) => this.#find(tx, token));
  }

  /** Idempotent. */
  use(token: string): Promise<FoundLink> {
    return this.database.asWorker(async (tx) => {
      const link = await this.#find(tx, token);
      const { id, userId, confirmedAt } = link.target;
      if (link.purpose === 'unsubscribe') {
        await this.targets.change(tx, userId, id, { isEnabled: false });
        await this.deliveries.dropWaiting(tx, id);
      } else if (confirmedAt === null) {
        await this.targets.change(tx, userId, id, { confirmedAt: new Date() });
      }
      return link;
    });
  }

  async #find(tx: Transaction, token: string): Promise<FoundLink> {
    const link = readLink(this.config.ADMIN_SIGNING_KEY, token, new Date());
    const target = link && (await this.targets.findAny(tx, link.targetId));
    if (!target) throw linkNotFound();
    return { purpose: link.purpose, target };
  }
}
