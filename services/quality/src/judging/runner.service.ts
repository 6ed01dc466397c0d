import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CONFIG,
  Database,
  Drain,
  Events,
  LeaseClock,
  LOGGER,
  type Transaction,
  ProcessIdentity,
  waitForDatabase,
} from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { OwnersClient } from '../neighbours/owners.client.js';
import { RepliesClient } from '../neighbours/replies.client.js';
import { CallsRepository, type ClaimedCall, type NoVerdict } from './calls.repository.js';
import { JudgeService, type Outcome } from './judge.service.js';
import { noVerdict } from './reasons.rules.js';
import { RemovalRepository } from './removal.repository.js';
import { WakeUps } from './wake-ups.service.js';

const mostAttempts = 3;
const none = (code: string, sentence: string): Outcome => ({ none: { code, sentence }, isRetryable: false });

/** Takes one pair of judge and reply from its claim to what is recorded of it. */
@Injectable()
export class RunnerService {
  readonly #running = new Map<string, { userId: string; stop: AbortController }>();
  /** Of the calls this process has in hand. */
  readonly leases: LeaseClock<string>;

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly calls: CallsRepository,
    private readonly removal: RemovalRepository,
    private readonly judge: JudgeService,
    private readonly owners: OwnersClient,
    private readonly replies: RepliesClient,
    private readonly wakeUps: WakeUps,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.leases = new LeaseClock(config.QUALITY_LEASE_SECONDS * 1000);
  }

  /** Stops what another process has taken over (lost), or may take over soon (lapsed). */
  stop(assessmentId: string, reason: 'lost' | 'lapsed'): void {
    this.leases.drop(assessmentId);
    if (reason === 'lapsed') this.logger.warn({ assessmentId }, 'a lease lapsed; the judge is asked again later');
    this.#running.get(assessmentId)?.stop.abort();
  }

  /** The users for whom judges are asked here. */
  get users(): string[] {
    return [...this.#running.values()].map(({ userId }) => userId);
  }

  /** Leaves the judges of a user who may no longer spend; the next attempt notes why there is no verdict. */
  stopUser(userId: string): void {
    for (const running of this.#running.values()) if (running.userId === userId) running.stop.abort();
  }

  async run(assessmentId: string): Promise<void> {
    if (this.drain.signal.aborted || this.#running.has(assessmentId)) return;
    const leaseMs = this.config.QUALITY_LEASE_SECONDS * 1000;
    const askedAt = performance.now();
    const call = await this.database.asWorker((tx) => this.calls.claim(tx, assessmentId, this.identity.owner, leaseMs));
    if (!call) return;
    const stop = new AbortController();
    this.#running.set(assessmentId, { userId: call.userId, stop });
    this.leases.hold([assessmentId], askedAt);
    try {
      await this.#finish(call, await this.#attempt(call, AbortSignal.any([stop.signal, this.drain.signal])));
    } catch (error) {
      await this.#putBack(call, error, stop.signal.aborted);
    } finally {
      this.leases.drop(assessmentId);
      this.#running.delete(assessmentId);
    }
  }

  async #attempt(call: ClaimedCall, signal: AbortSignal): Promise<Outcome | 'gone'> {
    if (call.attempts > mostAttempts) return none('abandoned', noVerdict.abandoned);
    if (!(await this.owners.maySpend(call.userId))) return none('not_approved', noVerdict.unapproved);
    const found = await this.replies.find(call.userId, call.broadcastId);
    const reply = found?.replies.find(({ messageId }) => messageId === call.messageId);
    if (!found || !reply?.content) return 'gone';
    try {
      return await this.judge.judge(call, found.question, reply.content, signal);
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return none('judge_gone', noVerdict.judgeGone);
      throw error;
    }
  }

  async #finish(call: ClaimedCall, outcome: Outcome | 'gone'): Promise<void> {
    if (outcome === 'gone') return this.#write((tx) => this.#forget(tx, call));
    if ('none' in outcome && outcome.isRetryable && call.attempts < mostAttempts) {
      return this.#again(call, this.config.QUALITY_RETRY_SECONDS * 1000 * 3 ** (call.attempts - 1), true);
    }
    await this.#write((tx) => this.#record(tx, call, outcome));
  }

  async #record(tx: Transaction, call: ClaimedCall, outcome: Outcome): Promise<void> {
    const { broadcastId, userId, conversationId, messageId, rubricVersion } = call;
    await this.calls.lockJudging(tx, broadcastId);
    const isOurs =
      'verdict' in outcome
        ? await this.calls.complete(tx, call, outcome.verdict)
        : await this.calls.fail(tx, call, named(call, outcome.none));
    if (!isOurs) return;
    const { done, total } = await this.calls.progress(tx, broadcastId, rubricVersion);
    const [success, flagged] = ['verdict' in outcome, 'verdict' in outcome && outcome.verdict.flagged];
    await this.events.in(tx).publish('quality.assessment_recorded.v1', {
      broadcastId,
      userId,
      conversationId,
      messageId,
      success,
      flagged,
      done,
      total,
      targetService: call.target,
      assessorService: call.assessor,
    });
  }

  // Deleted after it was planned: nobody can ask what was thought of it.
  async #forget(tx: Transaction, call: ClaimedCall): Promise<void> {
    await this.calls.lockJudging(tx, call.broadcastId);
    await this.removal.deleteCall(tx, call);
  }

  // What is only away, and what a restart or a lapsed lease interrupts, is no fault of the judge.
  async #putBack(call: ClaimedCall, error: unknown, isStopped: boolean): Promise<void> {
    const isAway = this.drain.signal.aborted || isStopped || (AppError.is(error) && error.kind === 'unavailable');
    if (!this.drain.signal.aborted) this.logger.warn({ err: error, assessmentId: call.id }, 'a judge was not asked');
    const pause = this.drain.signal.aborted ? 0 : this.config.QUALITY_RETRY_SECONDS * 1000 * 2;
    if (isStopped) await this.#write((tx) => this.calls.forgetAttempt(tx, call));
    await this.#again(call, pause, !isAway);
  }

  async #again(call: ClaimedCall, pauseMs: number, isFault: boolean): Promise<void> {
    await this.#write((tx) => this.calls.putBack(tx, call, pauseMs, isFault));
    await this.wakeUps.judge([{ id: call.id, attempts: call.fence, isLapsed: false }], pauseMs);
  }

  // A verdict was paid for: it waits for a Postgres that is away. The fence says whether it still counts.
  #write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return waitForDatabase(() => this.database.asWorker(work), {
      isGivenUp: () => this.drain.signal.aborted,
      onWait: (error) => this.logger.warn({ err: error }, 'judging waits for the database'),
    });
  }
}

const named = ({ attempts }: ClaimedCall, { code, sentence }: NoVerdict): NoVerdict => ({
  code,
  sentence: attempts > 1 ? `${sentence} (asked ${Math.min(attempts, mostAttempts)} times)` : sentence,
});
