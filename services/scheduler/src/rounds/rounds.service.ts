import { Inject, Injectable } from '@nestjs/common';
import { AppError, Database, Drain, Events, LOGGER, type Logger } from '@polylogue/service-kit';
import { HistoryClient } from '../clients/history.client.js';
import { JudgingClient } from '../clients/judging.client.js';
import { progressed } from '../executions/execution-events.js';
import { RunsRepository } from '../executions/runs.repository.js';
import type { RoundState } from '../executions/execution.entity.js';
import type { OwedRound } from '../executions/round.entity.js';
import { toRound } from './round.mapper.js';
import { RoundsRepository } from '../executions/rounds.repository.js';

/** Longer than the deadlines of the calls it makes. */
const leaseMs = 30_000;
const maxPauseMs = 60_000;
const pauseOf = (tries: number) => Math.min(500 * 2 ** (tries - 1), maxPauseMs);

/** Where a round is taken to next, with a sentence where something of it was refused. */
interface Step {
  next: RoundState;
  error?: string;
}

/** Hands the rounds of runs over to History, and has them judged there. What is away delays it; nothing is handed over twice. */
@Injectable()
export class RoundsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly rounds: RoundsRepository,
    private readonly runs: RunsRepository,
    private readonly history: HistoryClient,
    private readonly judging: JudgingClient,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** All whose turn it is. */
  async handOverAll(): Promise<void> {
    while (!this.drain.signal.aborted) {
      const owed = await this.database.asWorker((tx) => this.rounds.take(tx, leaseMs));
      if (!owed) return;
      await this.#handOver(owed);
    }
  }

  async #handOver(owed: OwedRound): Promise<void> {
    const step = await this.#stepOf(owed);
    await this.database.asWorker(async (tx) => {
      if (!step) return this.rounds.putBack(tx, owed, pauseOf(owed.tries));
      if (!(await this.rounds.settle(tx, owed, step.next, step.error ?? null))) return;
      const { executionId: id, savedQueryId, userId } = owed;
      await this.runs.publish(tx, [progressed({ id, savedQueryId, userId })]);
    });
    this.events.nudge();
  }

  /** Undefined: later. */
  async #stepOf(owed: OwedRound): Promise<Step | undefined> {
    try {
      if (owed.state === 'owed') await this.#store(owed);
      else await this.judging.request(owed.userId, owed.roundId);
      return { next: owed.state === 'owed' && owed.isJudged ? 'unjudged' : 'kept' };
    } catch (error) {
      if (!isRefusal(error)) {
        const { executionId, state, tries } = owed;
        this.logger.warn({ err: error, executionId, state, tries }, 'handing a run over to History failed; retrying');
        return undefined;
      }
      return { next: owed.state === 'owed' ? 'refused' : 'kept', error: error.sentence };
    }
  }

  async #store(owed: OwedRound): Promise<void> {
    const results = await this.database.asWorker((tx) => this.rounds.resultsOf(tx, owed.executionId));
    // Deleted from History before it was known here to be there.
    if (results.length > 0) await this.history.store(toRound(owed, results));
  }
}

const refusals = new Set(['invalid', 'forbidden', 'not_found', 'conflict', 'unusable', 'too_large']);

/** Whether it would be refused again. */
const isRefusal = (error: unknown): error is AppError => AppError.is(error) && refusals.has(error.kind);
