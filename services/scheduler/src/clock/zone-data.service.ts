import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, Database, LOGGER, zoneDataVersion } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { ClaimsRepository } from './claims.repository.js';
import { nextRunOf } from '../saved-queries/saved-query.entity.js';
import { ZoneDataRepository } from './zone-data.repository.js';

const batch = 500;

/** Recomputes the next runs when Node has other time zone data than they were computed with. */
@Injectable()
export class ZoneDataService implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly zoneData: ZoneDataRepository,
    private readonly claims: ClaimsRepository,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      if ((await this.database.asWorker((tx) => this.zoneData.version(tx))) === zoneDataVersion) return;
      await this.recompute();
      await this.database.asWorker((tx) => this.zoneData.remember(tx, zoneDataVersion));
    } catch (error) {
      this.logger.warn(
        { err: error },
        'recomputing next runs for new time zone data failed; retrying at the next start',
      );
    }
  }

  /** Slots that are claimed or due already stay as they are. */
  async recompute(): Promise<void> {
    const aheadMs = this.config.SCHEDULER_AHEAD_SECONDS * 1000;
    for (let last: number | undefined = 0; last !== undefined;) {
      last = await this.database.asWorker(async (tx) => {
        const queries = await this.zoneData.waiting(tx, last ?? 0, aheadMs, batch);
        const moves = queries.map((query) => ({ id: query.id, next: nextRunOf(query, query.now) }));
        await this.claims.moveOn(tx, moves);
        return queries.at(-1)?.id;
      });
    }
  }
}
