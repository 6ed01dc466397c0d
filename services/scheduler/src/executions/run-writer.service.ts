import { Inject, Injectable } from '@nestjs/common';
import {
  ConcurrencyLimit,
  CONFIG,
  Database,
  Events,
  LOGGER,
  type Transaction,
  waitForDatabase,
} from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import type { Comparison } from '../watch/watch.entity.js';
import { WatchReportsRepository } from '../watch/watch-reports.repository.js';
import { WatchRepository } from '../watch/watch.repository.js';
import { finished, mediaKept, progressed, reported } from './execution-events.js';
import type { ExecutionStatus, NewResult } from './execution.entity.js';
import { RoundsRepository } from './rounds.repository.js';
import { RunsRepository } from './runs.repository.js';
import type { QueryRun } from './query-run.js';

/** Connections left to claims, events and wake-ups while many runs end at once. */
const sparedConnections = 2;

/** Stores results and ends of runs, under their fence. They were paid for, so they are kept while Postgres is away. */
@Injectable()
export class RunWriter {
  // Writes wait here and not for a connection of the pool, which rejects them after a while.
  readonly #limit: ConcurrencyLimit;

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunsRepository,
    private readonly watch: WatchRepository,
    private readonly reports: WatchReportsRepository,
    private readonly rounds: RoundsRepository,
    @Inject(CONFIG) config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#limit = new ConcurrencyLimit(config.SCHEDULER_DATABASE_POOL - sparedConnections);
  }

  /** `isLast`: the event of the end follows at once and covers this result. False when another process has the run. */
  async store(run: QueryRun, result: NewResult, isLast: boolean): Promise<boolean> {
    const { execution } = run;
    const isHeld = await this.write(run, async (tx) => {
      if (!(await this.runs.storeResult(tx, execution, result))) return false;
      const media = (result.media ?? []).map(({ id }) => id);
      await this.runs.publish(tx, [
        ...(media.length > 0 ? [mediaKept(execution, media)] : []),
        ...(isLast ? [] : [progressed(execution)]),
      ]);
      return true;
    });
    if (!isHeld) run.cancel('lost');
    return isHeld;
  }

  /** With what a watched run was found to change: report, state and end are one. */
  async finish(
    run: QueryRun,
    status: ExecutionStatus,
    errorMessage: string | null,
    comparison?: Comparison,
  ): Promise<void> {
    const { execution } = run;
    await this.write(run, async (tx) => {
      const ended = await this.runs.finish(tx, execution, status, errorMessage);
      if (!ended) return;
      const { successful } = ended;
      const end = { status, trigger: execution.triggerType, successful, total: execution.aiServices.length };
      await this.runs.publish(tx, [finished(execution, end)]);
      if (comparison) await this.#report(tx, run, comparison);
      if (execution.keepsRound) await this.rounds.owe(tx, execution.id);
    });
  }

  /** Kept before a service is called. False when another process has the run. */
  async keepText(run: QueryRun, text: string): Promise<boolean> {
    const isHeld = await this.write(run, (tx) => this.runs.keepText(tx, run.execution, text));
    if (!isHeld) run.cancel('lost');
    return isHeld;
  }

  async #report(tx: Transaction, { execution }: QueryRun, { state, report }: Comparison): Promise<void> {
    await this.watch.putState(tx, execution, execution.watch?.basis ?? '', state);
    await this.reports.insert(tx, execution, report, state.claims);
    await this.runs.publish(tx, [reported(execution, report)]);
  }

  async putBack(run: QueryRun): Promise<void> {
    await this.write(run, (tx) => this.runs.putBack(tx, run.execution));
  }

  async handOver(run: QueryRun): Promise<void> {
    await this.write(run, (tx) => this.runs.handOver(tx, run.execution));
  }

  answered(run: QueryRun) {
    return this.write(run, (tx) => this.runs.answered(tx, run.execution.id));
  }

  /** Waits while Postgres is away. */
  async write<T>(run: QueryRun, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { id: executionId } = run.execution;
    const options = {
      isGivenUp: () => run.isGivenUp,
      onWait: (error: unknown) =>
        this.logger.warn({ err: error, executionId }, 'writing a run failed; retrying until the database is back'),
    };
    const done = await this.#limit.run(() => waitForDatabase(() => this.database.asWorker(work), options));
    this.events.nudge();
    return done;
  }
}
