import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
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
import { RepliesClient } from '../clients/replies.client.js';
import type { QualityConfig } from '../config.js';
import { RunningRoundsRepository } from './running-rounds.repository.js';
import { SettlerService, type SettleCall } from './settler.service.js';
import type { RoundEnd } from './settling.entity.js';
import { noRound } from './settling.errors.js';

const maxLapsed = 500;

/** A round that this process conducts. */
export class SettleRun extends Run<string> {
  /** Writes under another fence do not count. */
  readonly fence = 0;
  /** By which it was asked for. */
  readonly apiKey: CallingKey | undefined;

  constructor(
    { id, userId, apiKey }: { id: string; userId: string; apiKey?: CallingKey | undefined },
    /** All replies of the map. */
    readonly messageIds: readonly string[],
    readonly asked: readonly Omit<SettleCall, 'question'>[],
  ) {
    super(id, userId);
    this.apiKey = apiKey;
  }
}

/**
 * Conducts the rounds that were requested here: the services beside each other, each answer stored as it comes. None is
 * conducted again: what its process leaves open ends as interrupted.
 */
@Injectable()
export class SettleRuns extends RunLoop<string, SettleRun> {
  readonly #leaseMs: number;
  readonly #ending: PeriodicTask;

  constructor(
    private readonly rounds: RunningRoundsRepository,
    private readonly replies: RepliesClient,
    private readonly settler: SettlerService,
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
    const heartbeatMs = config.QUALITY_HEARTBEAT_SECONDS * 1000;
    const states = { isRunning: `status = 'pending'`, isCancelled: 'cancel_requested' };
    const leases = new LeaseStore<string>(database, identity.owner, {
      table: 'settle_rounds',
      id: 'id',
      idType: 'uuid',
      ...states,
    });
    super({ name: 'round of settling', leases, leaseMs, heartbeatMs, drain, logger });
    this.#leaseMs = leaseMs;
    this.#ending = new PeriodicTask({
      everyMs: heartbeatMs,
      work: () => this.endLapsed(),
      onError: (error) => logger.warn({ err: error }, 'looking for rounds of settling whose process is gone failed'),
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

  /** `leasedAt`: the local time before the round was stored with its lease. */
  start(run: SettleRun, leasedAt: number): void {
    this.hold([run.id], leasedAt);
    void this.begin(run, () => this.#conduct(run));
  }

  /** Ends rounds whose process is gone. */
  endLapsed(): Promise<void> {
    return inBatches(
      maxLapsed,
      (max) => this.#endSome(max),
      () => this.#ending.isStopped,
    );
  }

  async #conduct(run: SettleRun): Promise<void> {
    const questions = await this.#questions(run);
    if ('status' in questions) return this.#end(run, questions);
    const answered = await Promise.all(
      run.asked.map((call) => this.#ask(run, { ...call, question: questions.get(call.messageId) ?? '' })),
    );
    // Deleted, or another process': that one says how it ended.
    if (run.cancelReason === 'lost') return;
    if (run.cancelReason) return this.#end(run, endOf(run));
    await this.#end(run, answered.includes(true) ? { status: 'completed' } : ends.unanswered);
  }

  /** Whether the service answered. */
  async #ask(run: SettleRun, call: SettleCall): Promise<boolean> {
    const answer = await this.settler.ask(call, run);
    if (!answer) return false;
    await this.#write(run, () => this.rounds.answer(run, call.messageId, answer));
    return answer.status === 'completed';
  }

  // After the round was stored: a deletion before is seen here, a later one deletes the round with its map.
  async #questions({ userId, messageIds }: SettleRun): Promise<ReadonlyMap<string, string> | RoundEnd> {
    try {
      const replies = await this.replies.read(userId, messageIds);
      if (replies.length < messageIds.length) return ends.repliesGone;
      return new Map(replies.map(({ messageId, question }) => [messageId, question]));
    } catch (error) {
      if (!AppError.is(error)) throw error;
      return { status: 'failed', error: error.sentence, errorCode: error.code };
    }
  }

  #end(run: SettleRun, end: RoundEnd): Promise<void> {
    return this.#write(run, () => this.rounds.end(run, end));
  }

  async #endSome(max: number): Promise<number> {
    const lapsed = await this.rounds.claimLapsed(this.#leaseMs, max);
    for (const round of lapsed) await this.rounds.end(round, round.isCancelled ? ends.cancelled : ends.interrupted);
    return lapsed.length;
  }

  /** An answer was paid for: it waits for a Postgres that is away. The fence says whether it still counts. */
  #write(run: SettleRun, work: () => Promise<void>): Promise<void> {
    return waitForDatabase(work, {
      isGivenUp: () => run.cancelReason === 'draining',
      onWait: (error) => this.logger.warn({ err: error }, 'storing a round of settling failed; retrying'),
    });
  }
}

const ends = {
  unanswered: { status: 'failed', error: noRound.unanswered, errorCode: 'unanswered' },
  repliesGone: { status: 'failed', error: noRound.repliesGone, errorCode: 'replies_not_found' },
  cancelled: { status: 'cancelled', error: noRound.cancelled, errorCode: 'cancelled' },
  interrupted: { status: 'interrupted', error: noRound.interrupted, errorCode: 'interrupted' },
  denied: { status: 'failed', error: noRound.denied, errorCode: 'not_approved' },
} as const satisfies Record<string, RoundEnd>;

/** The end of a round that was cut off. */
const endOf = ({ cancelReason }: SettleRun): RoundEnd =>
  cancelReason === 'cancelled' || cancelReason === 'denied' ? ends[cancelReason] : ends.interrupted;
