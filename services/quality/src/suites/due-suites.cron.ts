import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  AccessClient,
  AppError,
  CONFIG,
  Database,
  dueSlots,
  LOGGER,
  PeriodicTask,
  type DueSlots,
  type Logger,
} from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { QualityConfig } from '../config.js';
import { DueSuitesRepository, type DueSuite, type LockedDue } from './due-suites.repository.js';
import { RunningSuitesRepository } from './running-suites.repository.js';
import { SuiteAlarms } from './suite-alarms.service.js';
import { SuiteDriver } from './suite-driver.service.js';
import { SuitePlans, type RunPlan } from './suite-plans.service.js';
import { scheduleOf } from './suite-schedule.rules.js';
import type { StopReason } from './suite.entity.js';

/** Begins the runs of suites whose time has come. Any process may; one slot has one run. */
@Injectable()
export class DueSuitesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly due: DueSuitesRepository,
    private readonly suites: RunningSuitesRepository,
    private readonly plans: SuitePlans,
    private readonly alarms: SuiteAlarms,
    private readonly driver: SuiteDriver,
    private readonly access: AccessClient,
    @Inject(CONFIG) config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#task = new PeriodicTask({
      everyMs: config.QUALITY_RECONCILE_SECONDS * 1000,
      spread: 0.1,
      work: () => this.#beginDue(),
      onError: (error) => logger.warn({ err: error }, 'looking for suites that are due failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#task.stop();
  }

  async #beginDue(): Promise<void> {
    for (const suite of await this.due.list()) {
      try {
        await this.#begin(suite);
      } catch (error) {
        // The others begin; this one is due still.
        this.logger.warn({ err: error, suiteId: suite.id }, 'beginning a run of a suite failed; retrying');
      }
    }
  }

  async #begin(suite: DueSuite): Promise<void> {
    const access = await this.access.accessOf(suite.userId);
    // Its rows go in a moment.
    if (access === 'erased') return;
    const made = access === 'denied' ? ('not_approved' as const) : await this.#plan(suite);
    await this.database.asWorker(async (tx) => {
      const locked = await this.due.lock(tx, suite);
      if (!locked) return;
      // Slots of a time when nothing ran are passed over, but for the newest one of the last day.
      const { run: slotAt, next } = this.#slotsOf(suite, locked);
      await this.due.moveOn(tx, suite.id, next);
      if (!slotAt) return;
      const plan = typeof made === 'string' ? undefined : made;
      // Said once, not at every slot that comes.
      if (typeof made === 'string' && (await this.suites.isSaid(tx, suite.id, made))) return;
      const id = uuid();
      // While a run goes on its next slot passes.
      if (!(await this.due.insertRun(tx, { ...suite, slotAt }, id, plan)) || typeof made !== 'string') return;
      await this.suites.endRun(tx, id, { status: 'stopped', reason: made, worse: [] });
      const run = { id, suiteId: suite.id, userId: suite.userId };
      await this.alarms.raise(tx, run, { worse: 0, decided: 0, reason: made });
    });
    this.driver.nudge();
  }

  #slotsOf({ id, slotAt }: DueSuite, { schedule, now }: LockedDue): Pick<DueSlots, 'run' | 'next'> {
    try {
      return dueSlots(scheduleOf(schedule), slotAt, now);
    } catch (error) {
      // One schedule that the time zone data of this Node cannot read must not be tried for ever.
      this.logger.error({ err: error, suiteId: id }, 'computing the slots of a suite failed; it has no next run');
      return { run: undefined, next: undefined };
    }
  }

  /** Or why there is none; what may be otherwise in a moment is tried again. */
  async #plan(suite: DueSuite): Promise<RunPlan | StopReason> {
    try {
      return await this.plans.plan(suite.userId, await this.due.wanted(suite));
    } catch (error) {
      if (!AppError.is(error) || error.kind === 'unavailable') throw error;
      return error.code === 'nobody_judges' ? 'nobody_judges' : 'service_gone';
    }
  }
}
