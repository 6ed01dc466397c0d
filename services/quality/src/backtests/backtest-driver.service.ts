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
import { JudgingsRepository } from '../judging/judgings.repository.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { parts, type PauseReason } from './backtest.entity.js';
import { BacktestRun, BacktestRuns } from './backtest-runs.service.js';
import { nextCall } from './next-call.rules.js';
import { RunningCallsRepository, type CallPlace, type LockedBacktest } from './running-calls.repository.js';

const everyMs = 2_000;

/** Begins the calls of all backtests that go on, here and in every other process, as far as budgets and limits allow. */
@Injectable()
export class BacktestDriver implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly calls: RunningCallsRepository,
    private readonly runs: BacktestRuns,
    private readonly judgings: JudgingsRepository,
    private readonly settings: CurrentSettings,
    private readonly access: AccessClient,
    private readonly allowance: AllowanceClient,
    private readonly drain: Drain,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#task = new PeriodicTask({
      everyMs: Math.min(everyMs, config.QUALITY_RECONCILE_SECONDS * 1000),
      work: () => this.#driveAll(),
      onError: (error) => logger.warn({ err: error }, 'looking for backtests that go on failed'),
    });
    runs.onEnd(() => this.nudge());
  }

  onApplicationBootstrap(): void {
    this.#task.start(true);
  }

  onModuleDestroy(): Promise<void> {
    return this.#task.stop();
  }

  /** Something may be begun now. */
  nudge(): void {
    this.#task.nudge();
  }

  async #driveAll(): Promise<void> {
    for (const backtest of await this.calls.running()) {
      try {
        while (this.#hasRoom && (await this.#begin(backtest))) continue;
      } catch (error) {
        // The others go on.
        this.logger.warn({ err: error, backtestId: backtest.id }, 'beginning a call of a backtest failed; retrying');
      }
    }
  }

  get #hasRoom(): boolean {
    return !this.drain.signal.aborted && !this.runs.isWaiting && this.runs.size < this.config.QUALITY_CONCURRENT_CALLS;
  }

  /** Whether a call was begun, so that there may be room for another. */
  async #begin({ id, userId }: { id: string; userId: string }): Promise<boolean> {
    const obstacle = await this.#obstacle(userId);
    const leaseMs = this.config.QUALITY_LEASE_SECONDS * 1000;
    const { dailyCalls } = await this.settings.current();
    const leasedAt = performance.now();
    const place = await this.database.asWorker(async (tx) => {
      const locked = await this.calls.lock(tx, id);
      if (!locked) return undefined;
      if (obstacle) return void (await this.calls.pause(tx, id, obstacle));
      return this.#claim(tx, locked, { leaseMs, dailyCalls });
    });
    if (place) this.runs.start(new BacktestRun(place), leasedAt);
    return place !== undefined;
  }

  /** Under the lock of the backtest: two processes never spend the same part of its budget. */
  async #claim(
    tx: Transaction,
    locked: LockedBacktest,
    { leaseMs, dailyCalls }: { leaseMs: number; dailyCalls: number },
  ): Promise<CallPlace | undefined> {
    const { id, userId, budget } = locked;
    const bounds = { calls: budget.calls, micros: budget.usd === undefined ? undefined : budget.usd * 1e6 };
    const next = nextCall(await this.calls.open(tx, id), await this.calls.spent(tx, id), bounds);
    if (next === 'done') await this.calls.complete(tx, id);
    if (next === 'pause') await this.calls.pause(tx, id, 'budget');
    if (typeof next === 'string') return undefined;
    if (await this.calls.keepFailing(tx, id)) return void (await this.calls.pause(tx, id, 'failures'));
    if (next.part !== parts.candidate && (await this.judgings.countCalls(tx, userId)) >= dailyCalls) {
      return void (await this.calls.pause(tx, id, 'daily_limit'));
    }
    return this.calls.begin(tx, locked, next, leaseMs);
  }

  async #obstacle(userId: string): Promise<PauseReason | undefined> {
    if ((await this.access.accessOf(userId)) !== 'approved') return 'not_approved';
    return (await this.allowance.isUsedUp(userId)) ? 'allowance' : undefined;
  }
}
