import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, LOGGER, nextSlot, zoneDataVersion, type Logger, type Transaction } from '@polylogue/service-kit';
import { DueSuitesRepository } from './due-suites.repository.js';
import { scheduleOf } from './suite-schedule.rules.js';
import { SuiteZonesRepository, type WaitingSuite } from './suite-zones.repository.js';

const batch = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Recomputes the next slots when Node has other time zone data than they were computed with. */
@Injectable()
export class SuiteZones implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly zones: SuiteZonesRepository,
    private readonly due: DueSuitesRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      if ((await this.database.asWorker((tx) => this.zones.version(tx))) === zoneDataVersion) return;
      await this.#recompute();
      await this.database.asWorker((tx) => this.zones.remember(tx, zoneDataVersion));
    } catch (error) {
      this.logger.warn(
        { err: error },
        'recomputing next slots of suites for new time zone data failed; retrying at the next start',
      );
    }
  }

  /** Slots that are due already stay as they are. */
  async #recompute(): Promise<void> {
    for (let last: string | undefined = beforeAll; last !== undefined;) {
      last = await this.database.asWorker(async (tx) => {
        const suites = await this.zones.waiting(tx, last ?? beforeAll, batch);
        for (const suite of suites) await this.#move(tx, suite);
        return suites.at(-1)?.id;
      });
    }
  }

  async #move(tx: Transaction, { id, schedule, now }: WaitingSuite): Promise<void> {
    let next: Date | undefined;
    try {
      next = nextSlot(scheduleOf(schedule), now);
    } catch (error) {
      // A zone that this Node does not know any more must not stop the others.
      this.logger.warn({ err: error, suiteId: id }, 'the next slot of a suite cannot be computed; it stays as it is');
      return;
    }
    await this.due.moveOn(tx, id, next);
  }
}
