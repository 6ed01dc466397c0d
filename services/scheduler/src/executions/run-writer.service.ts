import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, Database, Events, LOGGER, type Transaction } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { finished, progressed } from './execution-facts.js';
import type { ExecutionStatus, NewResult, StartedExecution } from './execution.entity.js';
import { RunsRepository } from './runs.repository.js';
import type { Running } from './running.js';

const againMs = 1_000;
/** Far beyond a lease: by then another process has it, and the fence decides. */
const mostTries = 60;

/** Writes down what came of a run, under its fence; waits for a Postgres that is away. */
@Injectable()
export class RunWriter {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `isLast`: the end of the run follows at once, and tells of it too. */
  async store(running: Running, result: NewResult, isLast: boolean): Promise<void> {
    const { execution } = running;
    const isHeld = await this.#write(async (tx) => {
      if (!(await this.runs.storeResult(tx, execution, result))) return false;
      if (!isLast) await this.runs.publish(tx, [progressed(execution)]);
      return true;
    });
    if (!isHeld) running.stop('lost');
  }

  async finish({ execution }: Running, status: ExecutionStatus, errorMessage: string | null): Promise<void> {
    await this.#write(async (tx) => {
      const ended = await this.runs.finish(tx, execution, status, errorMessage);
      if (!ended) return;
      const { successful } = ended;
      const end = { status, trigger: execution.triggerType, successful, total: execution.aiServices.length };
      await this.runs.publish(tx, [finished(execution, end)]);
    });
  }

  async putBack(execution: StartedExecution): Promise<void> {
    await this.#write((tx) => this.runs.putBack(tx, execution));
  }

  answered(id: number) {
    return this.#write((tx) => this.runs.answered(tx, id));
  }

  async #write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const done = await this.database.asWorker(work);
        this.events.nudge();
        return done;
      } catch (error) {
        if (!AppError.is(error) || error.kind !== 'unavailable' || tries >= mostTries) throw error;
        this.logger.warn({ err: error }, 'a run waits for the database');
        await sleep(againMs);
      }
    }
  }
}
