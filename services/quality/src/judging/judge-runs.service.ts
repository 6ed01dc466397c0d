import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, LeaseStore, LOGGER, ProcessIdentity, Run, RunLoop } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import type { ClaimedCall } from './calls.repository.js';

/** The run of one judge about one reply. */
export class JudgeRun extends Run<string> {
  constructor(readonly call: ClaimedCall) {
    super(call.id, call.userId);
  }
}

/** The assessments this process holds the leases of. */
@Injectable()
export class JudgeRuns extends RunLoop<string, JudgeRun> {
  constructor(
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: QualityConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({
      name: 'judge',
      leases: new LeaseStore<string>(database, identity.owner, {
        table: 'assessments',
        id: 'id',
        idType: 'uuid',
        isRunning: `status = 'running'`,
      }),
      leaseMs: config.QUALITY_LEASE_SECONDS * 1000,
      heartbeatMs: config.QUALITY_HEARTBEAT_SECONDS * 1000,
      drain,
      logger,
    });
  }
}
