import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG, currentContext, LOGGER, newContext, Tracing } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { OwnersClient } from '../neighbours/owners.client.js';
import { AskService } from './ask.service.js';
import { isGivenUp } from './crashes.rules.js';
import type { NewResult, StartedExecution } from './execution.entity.js';
import { Leases } from './leases.service.js';
import { endOf } from './result.rules.js';
import { RunWriter } from './run-writer.service.js';
import { Running, type StopReason } from './running.js';

const reasons = {
  unapproved: 'The account is not approved; nothing was asked.',
  erased: 'The account no longer exists; nothing was asked.',
  stopped: 'Stopped: the account is no longer approved.',
  crashed: 'The run was given up after it broke off several times.',
};

/** Runs the executions this process holds the lease of: all services at once, results stored as they come. */
@Injectable()
export class RunnerService {
  readonly #running = new Map<number, Running>();
  readonly #work = new Set<Promise<void>>();

  constructor(
    private readonly owners: OwnersClient,
    private readonly asks: AskService,
    private readonly writer: RunWriter,
    private readonly leases: Leases,
    private readonly tracing: Tracing,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get ids(): number[] {
    return [...this.#running.keys()];
  }

  has(id: number): boolean {
    return this.#running.has(id);
  }

  /** How many more may run. */
  get room(): number {
    return this.config.SCHEDULER_CONCURRENT_RUNS - this.#work.size;
  }

  /** Resolves when a run has ended, or none is left. */
  async roomFreed(): Promise<void> {
    if (this.#work.size > 0) await Promise.race(this.#work);
  }

  run(execution: StartedExecution): void {
    const running = new Running(execution);
    this.#running.set(execution.id, running);
    const context = currentContext() ?? newContext();
    const span = { kind: 'consumer', name: 'run saved query', attributes: { trigger: execution.triggerType } } as const;
    const work = this.tracing
      .withSpan(context, span, () => this.#run(running))
      .catch((error: unknown) => {
        // Whoever finds its lease lapsed takes it up.
        this.logger.error({ err: error, executionId: execution.id }, 'a run broke off');
      })
      .finally(() => {
        this.leases.drop(execution.id);
        this.#running.delete(execution.id);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  stop(id: number, reason: StopReason): void {
    this.#running.get(id)?.stop(reason);
    if (reason === 'lost' || reason === 'lapsed') this.leases.drop(id);
  }

  /** The users whose queries run here. */
  get users(): string[] {
    return [...this.#running.values()].map(({ execution }) => execution.userId);
  }

  /** Ends the runs of a user who may no longer spend. */
  stopUser(userId: string): void {
    for (const running of this.#running.values()) if (running.execution.userId === userId) running.stop('unapproved');
  }

  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #run(running: Running): Promise<void> {
    const { execution } = running;
    // A crowd may wait for its turn longer than a lease lasts.
    if (!this.leases.isHeld(execution.id)) running.stop('lapsed');
    if (isGivenUp(execution)) return this.#fail(running, reasons.crashed);
    try {
      const standing = await this.owners.standingOf(execution.userId);
      if (standing !== 'approved') return await this.#fail(running, reasons[standing]);
    } catch (error) {
      if (!AppError.is(error) || error.kind !== 'unavailable') throw error;
      // Nobody can say whether this may be spent: it waits.
      return this.writer.putBack(running);
    }
    const answered = execution.runs > 1 ? await this.writer.answered(running) : [];
    const missing = execution.aiServices.filter((name) => !answered.some(({ aiService }) => aiService === name));
    const results = await this.#askAll(running, missing);
    if (running.stopReason === 'unapproved') return this.#fail(running, reasons.stopped);
    // Whatever happened to its lease, a run that has all its results ends: the fence says whether it still may.
    if (results.length < missing.length) return this.#leave(running);
    const { status, errorMessage } = endOf([...answered, ...results]);
    await this.writer.finish(running, status, errorMessage);
  }

  /** The results that were stored; fewer than asked for when the run was stopped or is another process' by now. */
  async #askAll(running: Running, aiServices: readonly string[]): Promise<NewResult[]> {
    let open = aiServices.length;
    const askAndStore = async (aiService: string) => {
      const result = await this.asks.ask(running, aiService);
      open -= 1;
      return result && (await this.writer.store(running, result, open === 0)) ? result : undefined;
    };
    const results = await Promise.all(aiServices.map(askAndStore));
    return results.filter((result) => result !== undefined);
  }

  /** What is stopped by the end of its process is released with all others. */
  async #leave(running: Running): Promise<void> {
    if (running.stopReason !== 'draining') await this.writer.handOver(running);
  }

  #fail(running: Running, reason: string): Promise<void> {
    return this.writer.finish(running, 'failed', reason);
  }
}
