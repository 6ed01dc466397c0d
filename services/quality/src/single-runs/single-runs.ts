import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  Database,
  Drain,
  LOGGER,
  ProcessIdentity,
  SingleRunLoop,
  waitForDatabase,
  type Logger,
} from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import type { SingleRun } from './single-run.js';

/** Tables of runs that are never begun again. */
type RunTable = 'agreement_maps' | 'merged_answers' | 'settle_rounds' | 'backtest_calls' | 'suite_results';

/** What runs are made of; each module has its own, as it has its own identity. */
@Injectable()
export class RunParts {
  constructor(
    readonly database: Database,
    readonly identity: ProcessIdentity,
    readonly drain: Drain,
    @Inject(CONFIG) readonly config: QualityConfig,
    @Inject(LOGGER) readonly logger: Logger,
  ) {}
}

/** Runs that were requested here. None is begun again: what its process leaves open ends as interrupted. */
export abstract class SingleRuns<R extends SingleRun> extends SingleRunLoop<R> {
  protected readonly logger: Logger;
  protected readonly label: string;

  /** `name`: of one of them, for the log. */
  constructor(name: string, table: RunTable, { config, ...parts }: RunParts) {
    const leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
    const heartbeatMs = config.QUALITY_HEARTBEAT_SECONDS * 1000;
    super({ name, table, leaseMs, heartbeatMs, ...parts });
    this.logger = parts.logger;
    this.label = name;
  }

  /** `leasedAt`: the local time before it was stored with its lease. */
  start(run: R, leasedAt: number): void {
    this.hold([run.id], leasedAt);
    void this.begin(run, () => this.conduct(run));
  }

  /** From its first call to its stored end. */
  protected abstract conduct(run: R): Promise<void>;

  /** What was paid for waits for a Postgres that is away. The fence says whether it still counts. */
  protected write(run: R, work: () => Promise<void>): Promise<void> {
    return waitForDatabase(work, {
      isGivenUp: () => run.cancelReason === 'draining',
      onWait: (error) => this.logger.warn({ err: error }, `storing each ${this.label} failed; retrying`),
    });
  }
}
