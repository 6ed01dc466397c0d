import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  Database,
  Drain,
  inBatches,
  LeaseStore,
  LOGGER,
  PeriodicTask,
  ProcessIdentity,
  Run,
  RunLoop,
  waitForDatabase,
  type CallingKey,
  type Logger,
} from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import type { AnswerEnd, WrittenSentence } from './merged-answer.entity.js';
import { noAnswer } from './merged-answers.errors.js';
import { RunningAnswersRepository } from './running-answers.repository.js';
import type { WritingMatter } from './writing-prompt.rules.js';
import { WritingService } from './writing.service.js';

const maxLapsed = 500;
const saveEveryMs = 250;

/** An answer that this process has written. */
export class AnswerRun extends Run<string> {
  /** Writes under another fence do not count. */
  readonly fence = 0;
  /** So far. */
  readonly sentences: WrittenSentence[] = [];

  /** By which it was asked for; its budget counts the call. */
  readonly apiKey: CallingKey | undefined;

  constructor(
    { id, userId, apiKey }: { id: string; userId: string; apiKey?: CallingKey | undefined },
    readonly writer: string,
    readonly matter: WritingMatter,
  ) {
    super(id, userId);
    this.apiKey = apiKey;
  }
}

/** Has the answers written that were requested here. None is begun again: what its process leaves open is interrupted. */
@Injectable()
export class AnswerRuns extends RunLoop<string, AnswerRun> {
  readonly #leaseMs: number;
  readonly #ending: PeriodicTask;

  constructor(
    private readonly answers: RunningAnswersRepository,
    private readonly writing: WritingService,
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
    const heartbeatMs = config.QUALITY_HEARTBEAT_SECONDS * 1000;
    const leases = new LeaseStore<string>(database, identity.owner, {
      table: 'merged_answers',
      id: 'id',
      idType: 'uuid',
      isRunning: `status = 'pending'`,
      isCancelled: 'cancel_requested',
    });
    super({ name: 'merged answer', leases, leaseMs, heartbeatMs, drain, logger });
    this.#leaseMs = leaseMs;
    this.#ending = new PeriodicTask({
      everyMs: heartbeatMs,
      work: () => this.endLapsed(),
      onError: (error) => logger.warn({ err: error }, 'looking for merged answers whose process is gone failed'),
    });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.#ending.start(true);
  }

  override async onModuleDestroy(): Promise<void> {
    await this.#ending.stop();
    await super.onModuleDestroy();
  }

  /** `leasedAt`: the local time before the answer was stored with its lease. */
  start(run: AnswerRun, leasedAt: number): void {
    this.hold([run.id], leasedAt);
    void this.begin(run, () => this.#make(run));
  }

  /** Ends answers whose process is gone, with what was stored of them. */
  endLapsed(): Promise<void> {
    return inBatches(
      maxLapsed,
      (max) => this.#endSome(max),
      () => this.#ending.isStopped,
    );
  }

  async #make(run: AnswerRun): Promise<void> {
    const { userId, apiKey, writer, matter, signal } = run;
    const saving = this.#saveSentences(run);
    let end: AnswerEnd | undefined;
    try {
      const onSentences = (more: readonly WrittenSentence[]) => {
        if (run.mayContinue()) run.sentences.push(...more);
      };
      end = await this.writing.write({ userId, apiKey, writer, matter, signal, onSentences });
    } finally {
      await saving.stop();
    }
    if (run.cancelReason !== 'lost') await this.#end(run, end ?? endOf(run));
  }

  /** Stores the sentences as they come: readers follow them there, and a crash loses little. */
  #saveSentences(run: AnswerRun): PeriodicTask {
    let saved = 0;
    const saving = new PeriodicTask({
      everyMs: saveEveryMs,
      work: async () => {
        const { length } = run.sentences;
        if (length === saved) return;
        if (await this.answers.save(run, run.sentences)) saved = length;
        else run.cancel('lost');
      },
      onError: (error) => this.logger.warn({ err: error, id: run.id }, 'storing a merged answer as it grows failed'),
    });
    saving.start();
    return saving;
  }

  /** It was paid for: it waits for a Postgres that is away. The fence says whether it still counts. */
  #end(run: AnswerRun, end: AnswerEnd): Promise<void> {
    return waitForDatabase(async () => void (await this.answers.end(run, end, run.sentences)), {
      isGivenUp: () => run.cancelReason === 'draining',
      onWait: (error) => this.logger.warn({ err: error }, 'storing a merged answer failed; retrying'),
    });
  }

  async #endSome(max: number): Promise<number> {
    const lapsed = await this.answers.claimLapsed(this.#leaseMs, max);
    for (const answer of lapsed) await this.answers.end(answer, answer.isCancelled ? ends.cancelled : ends.interrupted);
    return lapsed.length;
  }
}

const ends = {
  cancelled: { status: 'cancelled', error: noAnswer.cancelled, errorCode: 'cancelled' },
  interrupted: { status: 'interrupted', error: noAnswer.interrupted, errorCode: 'interrupted' },
  denied: { status: 'failed', error: noAnswer.denied, errorCode: 'not_approved' },
} as const satisfies Record<string, AnswerEnd>;

/** The end of an answer whose writing did not come to one. */
const endOf = ({ cancelReason }: AnswerRun): AnswerEnd =>
  cancelReason === 'cancelled' || cancelReason === 'denied' ? ends[cancelReason] : ends.interrupted;
