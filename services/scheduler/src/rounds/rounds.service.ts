import { Inject, Injectable } from '@nestjs/common';
import { Database, Drain, Events, LOGGER, type Logger } from '@polylogue/service-kit';
import { HistoryClient } from '../clients/history.client.js';
import { JudgingClient } from '../clients/judging.client.js';
import { progressed } from '../executions/execution-events.js';
import { RunsRepository } from '../executions/runs.repository.js';
import type { RoundState } from '../executions/execution.entity.js';
import type { OwedRound } from '../executions/round.entity.js';
import { isAway, isRefusal } from './handover-faults.rules.js';
import { toRound } from './round.mapper.js';
import { RoundsRepository } from '../executions/rounds.repository.js';

/** Longer than the deadlines of the calls it makes. */
const leaseMs = 30_000;
const maxPauseMs = 60_000;
const pauseOf = (tries: number) => Math.min(500 * 2 ** (tries - 1), maxPauseMs);
/** One that hangs until its deadline holds up no other. */
const atOnce = 4;
/** A service that is away is waited for about a day; an error of its own is none that waiting mends. */
const maxTries = { away: 1_450, broken: 20 };
const maxSwept = 100;

/** Where a round is taken to next, with a sentence where something of it was refused. */
interface Step {
  next: RoundState;
  error?: string;
  /** How it is judged otherwise than its query wants. */
  note?: string;
}

/** Hands the rounds of runs over to History, and has them judged there. What is away delays it; nothing is handed over twice. */
@Injectable()
export class RoundsService {
  readonly #underWay = new Set<Promise<void>>();

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

  /** Begins to hand over all whose turn it is, some at a time, and waits for none of the last. */
  async handOverAll(): Promise<void> {
    while (!this.drain.signal.aborted) {
      if (this.#underWay.size >= atOnce) await Promise.race(this.#underWay);
      const owed = await this.database.asWorker((tx) => this.rounds.take(tx, leaseMs));
      if (!owed) return;
      this.#begin(owed);
    }
  }

  /** Resolves when none is under way. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Owes the rounds of runs that a scheduler of the version before began or ended. */
  async sweep(): Promise<void> {
    await this.database.asWorker(async (tx) => {
      for (const { id, isJudged } of await this.rounds.left(tx, maxSwept)) {
        await this.rounds.keep(tx, id, isJudged);
        await this.rounds.owe(tx, id);
      }
    });
  }

  #begin(owed: OwedRound): void {
    const work = this.#handOver(owed)
      .catch((error: unknown) => {
        // Its lease ends by itself.
        this.logger.warn(
          { err: error, executionId: owed.executionId },
          'noting what came of handing over a run failed',
        );
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #handOver(owed: OwedRound): Promise<void> {
    const step = await this.#stepOf(owed);
    await this.database.asWorker(async (tx) => {
      if (!step) return this.rounds.putBack(tx, owed, pauseOf(owed.tries));
      const { next, error = null, note = null } = step;
      if (!(await this.rounds.settle(tx, owed, next, { error, note }))) return;
      const { executionId: id, savedQueryId, userId } = owed;
      await this.runs.publish(tx, [progressed({ id, savedQueryId, userId })]);
    });
    this.events.nudge();
  }

  /** Undefined: later. */
  async #stepOf(owed: OwedRound): Promise<Step | undefined> {
    try {
      if (owed.state === 'unjudged') return await this.#judge(owed);
      await this.#store(owed);
      return { next: owed.isJudged ? 'unjudged' : 'kept' };
    } catch (error) {
      if (isRefusal(error)) return refused(owed, error.sentence);
      const { executionId, state, tries } = owed;
      const about = { err: error, executionId, state, tries };
      if (tries < (isAway(error) ? maxTries.away : maxTries.broken)) {
        this.logger.warn(about, 'handing a run over to History failed; retrying');
        return undefined;
      }
      this.logger.error(about, 'handing a run over to History failed; given up');
      return refused(owed, state === 'owed' ? gaveUp.storing : gaveUp.judging);
    }
  }

  async #judge({ userId, roundId, rubricId }: OwedRound): Promise<Step> {
    const { isRubricGone } = await this.judging.request(userId, roundId, rubricId);
    return { next: 'kept', ...(isRubricGone && { note: rubricGone }) };
  }

  async #store(owed: OwedRound): Promise<void> {
    const results = await this.database.asWorker((tx) => this.rounds.resultsOf(tx, owed.executionId));
    // Deleted from History before it was known here to be there.
    if (results.length > 0) await this.history.store(toRound(owed, results));
  }
}

/** What is not stored stays in the run; what is stored stays there unjudged. */
const refused = ({ state }: OwedRound, error: string): Step => ({ next: state === 'owed' ? 'refused' : 'kept', error });

/** What users read of what could not be done in the end. */
const gaveUp = {
  storing: 'History did not take it, however often it was tried. The answers stay here.',
  judging: 'Judging could not be requested, however often it was tried. It can be started in History.',
};

/** What users read where a query wants what is no longer there. */
const rubricGone =
  'The rubric that was chosen for this query is gone. The replies are judged by the default of the installation.';
