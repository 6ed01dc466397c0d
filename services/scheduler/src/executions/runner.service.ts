import { Injectable } from '@nestjs/common';
import { AccessClient, AppError, currentContext, newContext, Tracing } from '@polylogue/service-kit';
import type { Comparison } from '../watch/watch.entity.js';
import { WatchService } from '../watch/watch.service.js';
import { DispatchRunner } from './dispatch-runner.service.js';
import { isGivenUp } from './crashes.rules.js';
import type { NewResult, StartedExecution } from './execution.entity.js';
import { QueryRun } from './query-run.js';
import { QueryRuns } from './query-runs.service.js';
import { endOf } from './result.rules.js';
import { RunTexts } from './run-text.service.js';
import { RunWriter } from './run-writer.service.js';
import { watchedRun } from './watched-run.js';

const reasons = {
  denied: 'The account is not approved; nothing was asked.',
  erased: 'The account no longer exists; nothing was asked.',
  stopped: 'Stopped: the account is no longer approved.',
  crashed: 'The run was given up after it broke off several times.',
};

/** Runs executions: all services at once, results stored as they come. */
@Injectable()
export class RunnerService {
  constructor(
    private readonly access: AccessClient,
    private readonly dispatches: DispatchRunner,
    private readonly texts: RunTexts,
    private readonly writer: RunWriter,
    private readonly runs: QueryRuns,
    private readonly watch: WatchService,
    private readonly tracing: Tracing,
  ) {}

  /** Begins an execution whose lease is held. */
  run(execution: StartedExecution): void {
    const run = new QueryRun(execution);
    const context = currentContext() ?? newContext();
    const span = { kind: 'consumer', name: 'run saved query', attributes: { trigger: execution.triggerType } } as const;
    void this.runs.begin(run, () => this.tracing.withSpan(context, span, () => this.#run(run)));
  }

  async #run(run: QueryRun): Promise<void> {
    const { execution } = run;
    if (isGivenUp(execution)) return this.#fail(run, reasons.crashed);
    try {
      const access = await this.access.accessOf(execution.userId);
      if (access !== 'approved') return await this.#fail(run, reasons[access]);
    } catch (error) {
      if (!AppError.is(error) || error.kind !== 'unavailable') throw error;
      // Without an answer from admin nothing is spent: the run waits.
      return this.writer.putBack(run);
    }
    const made = await this.texts.textOf(run);
    if (!made) return this.#leave(run);
    if ('fault' in made) return this.#fail(run, made.fault);
    const answered = execution.runs > 1 ? await this.writer.answered(run) : [];
    const missing = execution.aiServices.filter((name) => !answered.some(({ aiService }) => aiService === name));
    const results = await this.#askAll(run, missing, made.text);
    if (run.cancelReason === 'denied') return this.#fail(run, reasons.stopped);
    // A run with all its results is finished whatever happened to its lease: the fence decides whether that counts.
    if (results.length < missing.length) return this.#leave(run);
    const compared = await this.#compare(run, made.text);
    if (compared === 'cut off') return this.#leave(run);
    if (compared === 'denied') return this.#fail(run, reasons.stopped);
    const { status, errorMessage } = endOf([...answered, ...results]);
    await this.writer.finish(run, status, errorMessage, compared);
  }

  /**
   * What changed, where the run is watched. It belongs to the run: so only one at a time compares with what was reported last.
   * A run whose time is over ends without it.
   */
  async #compare(run: QueryRun, text: string): Promise<Comparison | 'cut off' | 'denied' | undefined> {
    const watched = watchedRun(run, text, this.dispatches, this.writer);
    if (!watched) return undefined;
    const comparison = await this.watch.compare(watched);
    if (comparison || run.isTooLate) return comparison;
    return run.cancelReason === 'denied' ? 'denied' : 'cut off';
  }

  /** The results that were stored; fewer than services when the run was stopped or another process has it. */
  async #askAll(run: QueryRun, aiServices: readonly string[], question: string): Promise<NewResult[]> {
    let open = aiServices.length;
    const askAndStore = async (aiService: string) => {
      const result = await this.dispatches.run(run, aiService, question);
      open -= 1;
      return result && (await this.writer.store(run, result, open === 0)) ? result : undefined;
    };
    const results = await Promise.all(aiServices.map(askAndStore));
    return results.filter((result) => result !== undefined);
  }

  /** When the process stops, the run loop releases all its runs together. */
  async #leave(run: QueryRun): Promise<void> {
    if (run.cancelReason !== 'draining') await this.writer.handOver(run);
  }

  #fail(run: QueryRun, reason: string): Promise<void> {
    return this.writer.finish(run, 'failed', reason);
  }
}
