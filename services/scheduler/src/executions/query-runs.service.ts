import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, LeaseStore, LOGGER, ProcessIdentity, RunLoop } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import type { QueryRun } from './query-run.js';
import { WakeUps } from './wake-ups.service.js';

/** The executions this process holds the leases of. */
@Injectable()
export class QueryRuns extends RunLoop<number, QueryRun> {
  constructor(
    private readonly wakeUps: WakeUps,
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({
      name: 'run',
      leases: new LeaseStore<number>(database, identity.owner, {
        table: 'executions',
        id: 'id',
        idType: 'bigint',
        isRunning: `status = 'running'`,
        // A process that is stopped did not crash: see crashes.rules.
        onRelease: 'handovers = handovers + 1',
      }),
      leaseMs: config.SCHEDULER_LEASE_SECONDS * 1000,
      heartbeatMs: config.SCHEDULER_HEARTBEAT_SECONDS * 1000,
      drain,
      logger,
    });
  }

  /** How many more may run. */
  get free(): number {
    return this.config.SCHEDULER_CONCURRENT_RUNS - this.size;
  }

  protected override async afterRelease(ids: readonly number[]): Promise<void> {
    await this.wakeUps.addAgain(ids.map((id) => ({ id, waitMs: 0 })));
  }
}
