import { Injectable } from '@nestjs/common';
import { AppError, type LapsedRun } from '@polylogue/service-kit';
import type { ChatMessage } from '@polylogue/proto';
import { endsBy } from '../single-runs/single-ends.rules.js';
import { SingleRun } from '../single-runs/single-run.js';
import { RunParts, SingleRuns } from '../single-runs/single-runs.js';
import { RunningSuitesRepository, type TryPlace } from './running-suites.repository.js';
import { SuiteCaller, type TrySubject } from './suite-caller.service.js';
import type { TryEnd } from './suite.entity.js';
import { noVerdict } from './suites.errors.js';

/** How long nothing is begun after a service was away. */
const awayMs = 1_000;

const ends = endsBy(noVerdict);

/** One try of a case that this process makes. */
export class SuiteTry extends SingleRun {
  constructor(readonly place: TryPlace) {
    super(place);
  }
}

interface ReadyTry {
  subject: TrySubject;
  context: readonly ChatMessage[];
}

/** Makes the tries that were begun here. None is made again: what its process leaves open ends as interrupted. */
@Injectable()
export class SuiteTries extends SingleRuns<SuiteTry> {
  #onEnd: () => void = () => undefined;
  #awayUntil = -Infinity;

  constructor(
    private readonly suites: RunningSuitesRepository,
    private readonly caller: SuiteCaller,
    parts: RunParts,
  ) {
    super('case of a suite', 'suite_results', parts);
  }

  /** Called when a try has its stored end, so that the next one is begun at once. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener;
  }

  /** Whether a service that is needed was away a moment ago. */
  get isWaiting(): boolean {
    return performance.now() < this.#awayUntil;
  }

  protected async conduct(run: SuiteTry): Promise<void> {
    try {
      const ready = await this.#prepare(run);
      if (ready) await this.#make(run, ready);
    } finally {
      this.#onEnd();
    }
  }

  protected endLapsedRun(lapsed: LapsedRun): Promise<void> {
    return this.suites.end(lapsed, ends.ofLapsed(lapsed));
  }

  /** Undefined when nothing is sent: the row is taken back, or ends without anything paid. */
  async #prepare(run: SuiteTry): Promise<ReadyTry | undefined> {
    try {
      const subject = await this.suites.subject(run.place);
      const context = subject && (await this.caller.contextOf(run.userId, subject));
      if (subject && context) return { subject, context };
      await this.#end(run, { status: 'failed', errorCode: 'round_gone', error: noVerdict.gone, judgeCalls: 0 });
    } catch (error) {
      const isAway = AppError.is(error) && error.kind === 'unavailable';
      if (isAway) this.#awayUntil = performance.now() + awayMs;
      else this.logger.warn({ err: error, id: run.id }, 'preparing a case of a suite failed');
      if (!isAway && AppError.is(error)) {
        await this.#end(run, { status: 'failed', errorCode: error.code, error: error.sentence, judgeCalls: 0 });
      } else await this.write(run, () => this.suites.takeBack(run));
    }
    return undefined;
  }

  async #make(run: SuiteTry, { subject, context }: ReadyTry): Promise<void> {
    // Between its claim and now it may have been taken over, cancelled or deleted.
    const end = run.mayContinue() ? await this.caller.ask(run.userId, subject, context, run.signal) : undefined;
    // Deleted, or another process': that one says how it ended.
    if (run.cancelReason === 'lost' && !end) return;
    await this.#end(run, end ?? ends.ofRun(run));
  }

  #end(run: SuiteTry, end: TryEnd): Promise<void> {
    return this.write(run, () => this.suites.end(run, end));
  }
}
