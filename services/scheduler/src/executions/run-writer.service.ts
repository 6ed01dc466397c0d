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
import { finished, progressed } from './execution-facts.js';
import type { ExecutionStatus, NewResult } from './execution.entity.js';
import { RunsRepository } from './runs.repository.js';
import type { Running } from './running.js';

/** Connections that a crowd of ending runs leaves to claims, events and wake-ups. */
const sparedConnections = 2;

/** Writes down what came of a run, under its fence; what was paid for waits for a Postgres that is away. */
@Injectable()
export class RunWriter {
  // They wait here instead of at the pool of connections, which gives up on who waits long.
  readonly #limit: ConcurrencyLimit;

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunsRepository,
    @Inject(CONFIG) config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#limit = new ConcurrencyLimit(config.SCHEDULER_DATABASE_POOL - sparedConnections);
  }

  /** `isLast`: the end of the run follows at once, and tells of it too. False when the run is another process' by now. */
  async store(running: Running, result: NewResult, isLast: boolean): Promise<boolean> {
    const { execution } = running;
    const isHeld = await this.#write(running, async (tx) => {
      if (!(await this.runs.storeResult(tx, execution, result))) return false;
      if (!isLast) await this.runs.publish(tx, [progressed(execution)]);
      return true;
    });
    if (!isHeld) running.stop('lost');
    return isHeld;
  }

  async finish(running: Running, status: ExecutionStatus, errorMessage: string | null): Promise<void> {
    const { execution } = running;
    await this.#write(running, async (tx) => {
      const ended = await this.runs.finish(tx, execution, status, errorMessage);
      if (!ended) return;
      const { successful } = ended;
      const end = { status, trigger: execution.triggerType, successful, total: execution.aiServices.length };
      await this.runs.publish(tx, [finished(execution, end)]);
    });
  }

  async putBack(running: Running): Promise<void> {
    await this.#write(running, (tx) => this.runs.putBack(tx, running.execution));
  }

  async handOver(running: Running): Promise<void> {
    await this.#write(running, (tx) => this.runs.handOver(tx, running.execution));
  }

  answered(running: Running) {
    return this.#write(running, (tx) => this.runs.answered(tx, running.execution.id));
  }

  async #write<T>(running: Running, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { id: executionId } = running.execution;
    const options = {
      isGivenUp: () => running.isGivenUp,
      onWait: (error: unknown) => this.logger.warn({ err: error, executionId }, 'a run waits for the database'),
    };
    const done = await this.#limit.run(() => waitForDatabase(() => this.database.asWorker(work), options));
    this.events.nudge();
    return done;
  }
}
