import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  AccessClient,
  CONFIG,
  Database,
  Drain,
  LOGGER,
  PeriodicTask,
  type Logger,
  type Transaction,
} from '@polylogue/service-kit';
import { AllowanceClient } from '../clients/allowance.client.js';
import type { QualityConfig } from '../config.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import type { DrivenRuns } from './driven-runs.js';
import type { SingleRun } from './single-run.js';

const everyMs = 2_000;

/** What is driven: a backtest, a run of a suite. */
export interface Driven {
  id: string;
  userId: string;
}

/** What a user may not do now, and what bounds a claim. */
export interface ClaimBounds {
  obstacle: 'not_approved' | 'allowance' | undefined;
  leaseMs: number;
  /** Calls to judges in 24 hours. */
  dailyCalls: number;
}

/** What every driver needs. */
@Injectable()
export class DriverParts {
  constructor(
    readonly database: Database,
    readonly settings: CurrentSettings,
    readonly access: AccessClient,
    readonly allowance: AllowanceClient,
    readonly drain: Drain,
    @Inject(CONFIG) readonly config: QualityConfig,
    @Inject(LOGGER) readonly logger: Logger,
  ) {}
}

/** Begins what comes next of all that goes on, here and in every other process, as far as budgets and limits allow. */
export abstract class RunDriver<Run extends SingleRun> implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task: PeriodicTask;

  /** `name`: of what is driven, for the log. */
  constructor(
    name: string,
    private readonly runs: DrivenRuns<Run>,
    private readonly parts: DriverParts,
  ) {
    this.#task = new PeriodicTask({
      everyMs: Math.min(everyMs, parts.config.QUALITY_RECONCILE_SECONDS * 1000),
      work: () => this.#driveAll(name),
      onError: (error) => parts.logger.warn({ err: error }, `looking for ${name}s that go on failed`),
    });
    runs.onEnd(() => this.nudge());
  }

  onApplicationBootstrap(): void {
    this.#task.start('soon');
  }

  onModuleDestroy(): Promise<void> {
    return this.#task.stop();
  }

  /** Something may be begun now. */
  nudge(): void {
    this.#task.nudge();
  }

  /** All that go on. */
  protected abstract goingOn(): Promise<readonly Driven[]>;

  /** Claims what comes next of one, under its lock; undefined when nothing may be begun now. */
  protected abstract claim(tx: Transaction, id: string, bounds: ClaimBounds): Promise<Run | undefined>;

  async #driveAll(name: string): Promise<void> {
    for (const each of await this.goingOn()) {
      try {
        while (this.#hasRoom && (await this.#begin(each))) continue;
      } catch (error) {
        // The others go on.
        this.parts.logger.warn({ err: error, id: each.id }, `beginning a part of a ${name} failed; retrying`);
      }
    }
  }

  get #hasRoom(): boolean {
    const { drain, config } = this.parts;
    return !drain.signal.aborted && !this.runs.isWaiting && this.runs.size < config.QUALITY_CONCURRENT_CALLS;
  }

  /** Whether something was begun, so that there may be room for more. */
  async #begin({ id, userId }: Driven): Promise<boolean> {
    const { database, settings, config } = this.parts;
    const obstacle = await this.#obstacle(userId);
    const leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
    const { dailyCalls } = await settings.current();
    const leasedAt = performance.now();
    const run = await database.asWorker((tx) => this.claim(tx, id, { leaseMs, dailyCalls, obstacle }));
    if (run) this.runs.start(run, leasedAt);
    return run !== undefined;
  }

  async #obstacle(userId: string): Promise<ClaimBounds['obstacle']> {
    if ((await this.parts.access.accessOf(userId)) !== 'approved') return 'not_approved';
    return (await this.parts.allowance.isUsedUp(userId)) ? 'allowance' : undefined;
  }
}
