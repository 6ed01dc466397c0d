import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  Database,
  Drain,
  inBatches,
  LeaseStore,
  LOGGER,
  PeriodicTask,
  ProcessIdentity,
  RunLoop,
  waitForDatabase,
  type Logger,
} from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { LapsedRunsRepository, type LapsedRun, type RunTable } from './lapsed-runs.repository.js';
import type { SingleRun } from './single-run.js';

const maxLapsed = 500;

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
export abstract class SingleRuns<R extends SingleRun> extends RunLoop<string, R> {
  protected readonly logger: Logger;
  readonly #name: string;
  readonly #leaseMs: number;
  readonly #lapsed: LapsedRunsRepository;
  readonly #ending: PeriodicTask;

  /** `name`: of one of them, for the log. */
  constructor(name: string, table: RunTable, { database, identity, drain, config, logger }: RunParts) {
    const leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
    const heartbeatMs = config.QUALITY_HEARTBEAT_SECONDS * 1000;
    const states = { isRunning: `status = 'pending'`, isCancelled: 'cancel_requested' };
    const leases = new LeaseStore<string>(database, identity.owner, { table, id: 'id', idType: 'uuid', ...states });
    super({ name, leases, leaseMs, heartbeatMs, drain, logger });
    this.logger = logger;
    this.#name = name;
    this.#leaseMs = leaseMs;
    this.#lapsed = new LapsedRunsRepository(database, identity, table);
    this.#ending = new PeriodicTask({
      everyMs: heartbeatMs,
      work: () => this.endLapsed(),
      onError: (error) => logger.warn({ err: error }, `looking for each ${name} whose process is gone failed`),
    });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.#ending.start(true);
  }

  override async onModuleDestroy(): Promise<void> {
    await this.#ending.stop();
    await super.onModuleDestroy();
  }

  /** `leasedAt`: the local time before it was stored with its lease. */
  start(run: R, leasedAt: number): void {
    this.hold([run.id], leasedAt);
    void this.begin(run, () => this.conduct(run));
  }

  /** Ends those whose process is gone. */
  endLapsed(): Promise<void> {
    return inBatches(
      maxLapsed,
      (max) => this.#endSome(max),
      () => this.#ending.isStopped,
    );
  }

  /** From its first call to its stored end. */
  protected abstract conduct(run: R): Promise<void>;

  /** Stores the end of one whose process is gone. */
  protected abstract endLapsedRun(lapsed: LapsedRun): Promise<unknown>;

  /** What was paid for waits for a Postgres that is away. The fence says whether it still counts. */
  protected write(run: R, work: () => Promise<void>): Promise<void> {
    return waitForDatabase(work, {
      isGivenUp: () => run.cancelReason === 'draining',
      onWait: (error) => this.logger.warn({ err: error }, `storing each ${this.#name} failed; retrying`),
    });
  }

  async #endSome(max: number): Promise<number> {
    const lapsed = await this.#lapsed.claim(this.#leaseMs, max);
    for (const each of lapsed) await this.endLapsedRun(each);
    return lapsed.length;
  }
}
