import { Injectable } from '@nestjs/common';
import { AppError, type LapsedRun } from '@polylogue/service-kit';
import { DrivenRuns } from '../single-runs/driven-runs.js';
import { endsBy } from '../single-runs/single-ends.rules.js';
import { SingleRun } from '../single-runs/single-run.js';
import { RunParts } from '../single-runs/single-runs.js';
import { RunningSuitesRepository, type TryPlace } from './running-suites.repository.js';
import { SuiteCaller, type TryMatter, type TrySubject } from './suite-caller.service.js';
import type { TryEnd } from './suite.entity.js';
import { noVerdict } from './suites.errors.js';

const ends = endsBy(noVerdict);
const roundGone: TryEnd = { status: 'failed', errorCode: 'round_gone', error: noVerdict.gone, judgeCalls: 0 };

/** One try of a case that this process makes. */
export class SuiteTry extends SingleRun {
  constructor(readonly place: TryPlace) {
    super(place);
  }
}

interface ReadyTry {
  subject: TrySubject;
  matter: TryMatter;
}

/** Makes the tries that were begun here. None is made again: what its process leaves open ends as interrupted. */
@Injectable()
export class SuiteTries extends DrivenRuns<SuiteTry> {
  constructor(
    private readonly suites: RunningSuitesRepository,
    private readonly caller: SuiteCaller,
    parts: RunParts,
  ) {
    super('case of a suite', 'suite_results', parts);
  }

  protected async make(run: SuiteTry): Promise<void> {
    const ready = await this.#prepare(run);
    if (ready) await this.#send(run, ready);
  }

  protected endLapsedRun(lapsed: LapsedRun): Promise<void> {
    return this.suites.end(lapsed, ends.ofLapsed(lapsed));
  }

  /** Undefined when nothing is sent: the row is taken back, or ends without anything paid. */
  async #prepare(run: SuiteTry): Promise<ReadyTry | undefined> {
    try {
      const subject = await this.suites.subject(run.place);
      const matter = subject && (await this.caller.matterOf(run.userId, subject));
      if (subject && matter) return { subject, matter };
      await this.write(run, () => this.suites.endGone(run, roundGone));
    } catch (error) {
      const isAway = this.isAway(run, error);
      if (!isAway && AppError.is(error)) {
        await this.#end(run, { status: 'failed', errorCode: error.code, error: error.sentence, judgeCalls: 0 });
      } else await this.write(run, () => this.suites.takeBack(run));
    }
    return undefined;
  }

  async #send(run: SuiteTry, { subject, matter }: ReadyTry): Promise<void> {
    // Between its claim and now it may have been taken over, cancelled or deleted.
    const end = run.mayContinue() ? await this.caller.ask(run.userId, subject, matter, run.signal) : undefined;
    // Deleted, or another process': that one says how it ended.
    if (run.cancelReason === 'lost' && !end) return;
    await this.#end(run, end ?? ends.ofRun(run));
  }

  #end(run: SuiteTry, end: TryEnd): Promise<void> {
    return this.write(run, () => this.suites.end(run, end));
  }
}
