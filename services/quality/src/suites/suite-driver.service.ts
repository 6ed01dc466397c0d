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
import { nextTry, worseOf, type CaseTries } from './next-try.rules.js';
import { RunningSuitesRepository, type LockedRun, type TryPlace } from './running-suites.repository.js';
import { SuiteAlarms } from './suite-alarms.service.js';
import { SuiteTries, SuiteTry } from './suite-tries.service.js';
import type { StopReason } from './suite.entity.js';

const everyMs = 2_000;

/** Begins the tries of all runs that go on, here and in every other process, as far as budgets and limits allow. */
@Injectable()
export class SuiteDriver implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly alarms: SuiteAlarms,
    private readonly suites: RunningSuitesRepository,
    private readonly tries: SuiteTries,
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
      onError: (error) => logger.warn({ err: error }, 'looking for runs of suites that go on failed'),
    });
    tries.onEnd(() => this.nudge());
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
    for (const run of await this.suites.running()) {
      try {
        while (this.#hasRoom && (await this.#begin(run))) continue;
      } catch (error) {
        // The others go on.
        this.logger.warn({ err: error, runId: run.id }, 'beginning a case of a suite failed; retrying');
      }
    }
  }

  get #hasRoom(): boolean {
    return (
      !this.drain.signal.aborted && !this.tries.isWaiting && this.tries.size < this.config.QUALITY_CONCURRENT_CALLS
    );
  }

  /** Whether a try was begun, so that there may be room for another. */
  async #begin({ id, userId }: { id: string; userId: string }): Promise<boolean> {
    const obstacle = await this.#obstacle(userId);
    const leaseMs = this.config.QUALITY_LEASE_SECONDS * 1000;
    const { dailyCalls } = await this.settings.current();
    const leasedAt = performance.now();
    const place = await this.database.asWorker(async (tx) => {
      const locked = await this.suites.lock(tx, id);
      return locked && this.#claim(tx, locked, { leaseMs, dailyCalls, obstacle });
    });
    if (place) this.tries.start(new SuiteTry(place), leasedAt);
    return place !== undefined;
  }

  /** Under the lock of the run: two processes never spend the same part of its budget. */
  async #claim(
    tx: Transaction,
    locked: LockedRun,
    { leaseMs, dailyCalls, obstacle }: { leaseMs: number; dailyCalls: number; obstacle: StopReason | undefined },
  ): Promise<TryPlace | undefined> {
    const { calls, usd } = locked.budget;
    const cases = await this.suites.cases(tx, locked);
    const spent = await this.suites.spent(tx, locked.id);
    const next = nextTry(cases, spent, { calls, micros: usd === undefined ? undefined : usd * 1e6 });
    if (next === 'wait') return undefined;
    if (next === 'done') return this.#end(tx, locked, cases);
    const stop =
      obstacle ?? (next === 'stop' ? 'budget' : undefined) ?? (await this.#overLimit(tx, locked, next, dailyCalls));
    // What runs comes to its end first, so that nothing ends after the run.
    if (stop) return spent.running > 0 ? undefined : this.#end(tx, locked, cases, stop);
    return next === 'stop' ? undefined : this.suites.begin(tx, locked, next, leaseMs);
  }

  async #overLimit(tx: Transaction, { userId }: LockedRun, next: ReturnType<typeof nextTry>, dailyCalls: number) {
    if (typeof next === 'string' || next.judgeCalls === 0) return undefined;
    const made = await this.judgings.countCalls(tx, userId);
    return made + next.judgeCalls > dailyCalls ? ('daily_limit' as const) : undefined;
  }

  /** Ends the run and says what got worse, in one transaction: what is told is told once. */
  async #end(tx: Transaction, run: LockedRun, cases: readonly CaseTries[], reason?: StopReason): Promise<undefined> {
    const worse = worseOf(cases);
    const hasEnded = await this.suites.endRun(tx, run.id, {
      status: reason ? 'stopped' : 'completed',
      ...(reason && { reason }),
      worse,
    });
    const decided = cases.filter(({ tries }) => tries.some(({ passed }) => passed !== null)).length;
    if (hasEnded && run.isScheduled) await this.alarms.raise(tx, run, { worse: worse.length, decided, reason });
  }

  async #obstacle(userId: string): Promise<StopReason | undefined> {
    if ((await this.access.accessOf(userId)) !== 'approved') return 'not_approved';
    return (await this.allowance.isUsedUp(userId)) ? 'allowance' : undefined;
  }
}
