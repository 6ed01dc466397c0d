import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { JudgingsRepository } from '../judging/judgings.repository.js';
import { DriverParts, RunDriver, type ClaimBounds } from '../single-runs/run-driver.js';
import { parts } from './backtest.entity.js';
import { BacktestRun, BacktestRuns } from './backtest-runs.service.js';
import { nextCall } from './next-call.rules.js';
import { RunningCallsRepository } from './running-calls.repository.js';

/** Begins the calls of all backtests that go on. */
@Injectable()
export class BacktestDriver extends RunDriver<BacktestRun> {
  constructor(
    private readonly calls: RunningCallsRepository,
    private readonly judgings: JudgingsRepository,
    runs: BacktestRuns,
    driverParts: DriverParts,
  ) {
    super('backtest', runs, driverParts);
  }

  protected goingOn() {
    return this.calls.running();
  }

  /** Under the lock of the backtest: two processes never spend the same part of its budget. */
  protected async claim(
    tx: Transaction,
    id: string,
    { leaseMs, dailyCalls, obstacle }: ClaimBounds,
  ): Promise<BacktestRun | undefined> {
    const locked = await this.calls.lock(tx, id);
    if (!locked) return undefined;
    if (obstacle) return void (await this.calls.pause(tx, id, obstacle));
    const { userId, budget } = locked;
    const bounds = { calls: budget.calls, micros: budget.usd === undefined ? undefined : budget.usd * 1e6 };
    const next = nextCall(await this.calls.open(tx, id), await this.calls.spent(tx, id), bounds);
    if (next === 'done') await this.calls.complete(tx, id);
    if (next === 'pause') await this.calls.pause(tx, id, 'budget');
    if (typeof next === 'string') return undefined;
    if (await this.calls.keepFailing(tx, id)) return void (await this.calls.pause(tx, id, 'failures'));
    if (next.part !== parts.candidate && (await this.judgings.countCalls(tx, userId)) >= dailyCalls) {
      return void (await this.calls.pause(tx, id, 'daily_limit'));
    }
    const place = await this.calls.begin(tx, locked, next, leaseMs);
    return place && new BacktestRun(place);
  }
}
