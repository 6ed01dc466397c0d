import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { JudgingsRepository } from '../judging/judgings.repository.js';
import { DriverParts, RunDriver, type ClaimBounds } from '../single-runs/run-driver.js';
import { nextTry, runningOf, worseOf, type CaseTries } from './next-try.rules.js';
import { RunningSuitesRepository, type LockedRun } from './running-suites.repository.js';
import { SuiteAlarms } from './suite-alarms.service.js';
import { SuiteTries, SuiteTry } from './suite-tries.service.js';
import type { StopReason } from './suite.entity.js';

/** Begins the tries of all runs of suites that go on. */
@Injectable()
export class SuiteDriver extends RunDriver<SuiteTry> {
  constructor(
    private readonly alarms: SuiteAlarms,
    private readonly suites: RunningSuitesRepository,
    private readonly judgings: JudgingsRepository,
    tries: SuiteTries,
    parts: DriverParts,
  ) {
    super('suite', tries, parts);
  }

  protected goingOn() {
    return this.suites.running();
  }

  /** Under the lock of the run: two processes never spend the same part of its budget. */
  protected async claim(
    tx: Transaction,
    id: string,
    { leaseMs, dailyCalls, obstacle }: ClaimBounds,
  ): Promise<SuiteTry | undefined> {
    const locked = await this.suites.lock(tx, id);
    if (!locked) return undefined;
    const { calls, usd } = locked.budget;
    const cases = await this.suites.cases(tx, locked);
    const spent = await this.suites.spent(tx, locked.id);
    const next = nextTry(cases, spent, { calls, micros: usd === undefined ? undefined : usd * 1e6 });
    if (next === 'wait') return undefined;
    if (next === 'done') return this.#end(tx, locked, cases);
    const stop =
      obstacle ?? (next === 'stop' ? 'budget' : undefined) ?? (await this.#overLimit(tx, locked, next, dailyCalls));
    // What runs comes to its end first, so that nothing ends after the run.
    if (stop) return runningOf(cases) > 0 ? undefined : this.#end(tx, locked, cases, stop);
    if (next === 'stop') return undefined;
    const place = await this.suites.begin(tx, locked, next, leaseMs);
    return place && new SuiteTry(place);
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
    if (!hasEnded || !run.isScheduled) return;
    // What stops every run is told once, until one comes to its end.
    const isSaid = reason && worse.length === 0 && (await this.suites.isSaid(tx, run.suiteId, reason, run.id));
    if (!isSaid) await this.alarms.raise(tx, run, { worse: worse.length, decided, reason });
  }
}
