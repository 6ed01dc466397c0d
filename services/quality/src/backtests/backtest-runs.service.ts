import { Injectable } from '@nestjs/common';
import { AppError, type LapsedRun } from '@polylogue/service-kit';
import { DrivenRuns } from '../single-runs/driven-runs.js';
import { endsBy } from '../single-runs/single-ends.rules.js';
import { SingleRun } from '../single-runs/single-run.js';
import { RunParts } from '../single-runs/single-runs.js';
import { BacktestCaller, type ReadyCall } from './backtest-caller.service.js';
import type { CallEnd } from './backtest.entity.js';
import { noVerdict } from './backtests.errors.js';
import { RunningCallsRepository, type CallPlace } from './running-calls.repository.js';

const ends = endsBy(noVerdict);

/** One call of a backtest that this process makes. */
export class BacktestRun extends SingleRun {
  constructor(readonly place: CallPlace) {
    super(place);
  }
}

/** Makes the calls that were begun here. None is made again: what its process leaves open ends as interrupted. */
@Injectable()
export class BacktestRuns extends DrivenRuns<BacktestRun> {
  constructor(
    private readonly calls: RunningCallsRepository,
    private readonly caller: BacktestCaller,
    parts: RunParts,
  ) {
    super('call of a backtest', 'backtest_calls', parts);
  }

  protected async make(run: BacktestRun): Promise<void> {
    const ready = await this.#prepare(run);
    if (ready) await this.#send(run, ready);
  }

  protected endLapsedRun(lapsed: LapsedRun): Promise<void> {
    return this.calls.end(lapsed, ends.ofLapsed(lapsed));
  }

  /** Undefined when there is nothing to send: nothing was paid, and the row is taken back. */
  async #prepare(run: BacktestRun): Promise<ReadyCall | undefined> {
    const { place, userId } = run;
    try {
      const subject = await this.calls.subject(place);
      const ready = subject && (await this.caller.prepare(userId, place.part, subject));
      if (!ready) await this.write(run, () => this.calls.takeBackGone(run, noVerdict.gone));
      return ready;
    } catch (error) {
      const isAway = this.isAway(run, error);
      await this.#takeBack(run, isAway || !AppError.is(error) ? undefined : error.sentence);
      return undefined;
    }
  }

  async #send(run: BacktestRun, ready: ReadyCall): Promise<void> {
    // Between its claim and now it may have been taken over, cancelled or deleted.
    const end = run.mayContinue() ? await this.caller.call(run.userId, ready, run.signal) : undefined;
    // Deleted, or another process': that one says how it ended.
    if (run.cancelReason === 'lost' && !end) return;
    await this.#end(run, end ?? ends.ofRun(run));
  }

  #end(run: BacktestRun, end: CallEnd): Promise<void> {
    return this.write(run, () => this.calls.end(run, end));
  }

  #takeBack(run: BacktestRun, error: string | undefined): Promise<void> {
    return this.write(run, () => this.calls.takeBack(run, error));
  }
}
