import { Inject, Injectable } from '@nestjs/common';
import type { Generation } from '@polylogue/proto';
import {
  AccessClient,
  AppError,
  CONFIG,
  Database,
  Drain,
  Events,
  LOGGER,
  type Transaction,
  ProcessIdentity,
  waitForDatabase,
} from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { RepliesClient } from '../clients/replies.client.js';
import type { QualityConfig } from '../config.js';
import { RubricVersions } from '../rubrics/rubric-versions.service.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { CallsRepository, type ClaimedCall, type NoVerdict } from './calls.repository.js';
import { JudgeRun, JudgeRuns } from './judge-runs.service.js';
import { CallGone, JudgeService, type Outcome } from './judge.service.js';
import { isRefusedUnasked, noVerdict } from './reasons.rules.js';
import { RemovalRepository } from './removal.repository.js';
import { WakeUps } from './wake-ups.service.js';

const maxAttempts = 3;
/** An answer, and how the reply it is about was generated. */
type Recorded = (Outcome | Unasked) & { judged?: Generation | undefined };

interface Unasked {
  none: NoVerdict;
  isRetryable: boolean;
}

const none = (code: string, sentence: string): Unasked => ({ none: { code, sentence }, isRetryable: false });

/** Runs one pair of judge and reply, from its claim to its record. */
@Injectable()
export class RunnerService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly calls: CallsRepository,
    private readonly removal: RemovalRepository,
    private readonly judge: JudgeService,
    private readonly runs: JudgeRuns,
    private readonly access: AccessClient,
    private readonly replies: RepliesClient,
    private readonly rubrics: RubricVersions,
    private readonly settings: CurrentSettings,
    private readonly wakeUps: WakeUps,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the judge has answered, or when the call is left to another process. */
  async run(assessmentId: string): Promise<void> {
    if (this.drain.signal.aborted || this.runs.has(assessmentId)) return;
    const leaseMs = this.config.QUALITY_LEASE_SECONDS * 1000;
    const claimedAt = performance.now();
    const call = await this.database.asWorker((tx) => this.calls.claim(tx, assessmentId, this.identity.owner, leaseMs));
    if (!call) return;
    this.runs.hold([call.id], claimedAt);
    const run = new JudgeRun(call);
    await this.runs.begin(run, () => this.#run(run));
  }

  async #run(run: JudgeRun): Promise<void> {
    try {
      await this.#finish(run, await this.#attempt(run));
    } catch (error) {
      await this.#putBack(run, error);
    }
  }

  async #attempt({ call, signal }: JudgeRun): Promise<Recorded | 'gone'> {
    if (call.attempts > maxAttempts) return none('abandoned', noVerdict.abandoned);
    if ((await this.access.accessOf(call.userId)) !== 'approved') return none('not_approved', noVerdict.unapproved);
    const found = await this.replies.find(call.userId, call.broadcastId, call.messageId);
    const reply = found?.replies.find(({ messageId }) => messageId === call.messageId);
    if (!found || !reply?.content) return 'gone';
    const rubric = await this.rubrics.ofVersion(call.rubricVersion);
    if (!rubric) return none('rubric_gone', noVerdict.rubricGone);
    const { content, earlier, sources } = reply;
    const matter = { question: found.question, reply: content, earlier, sources };
    try {
      const { maxCharacters } = await this.settings.current();
      const outcome = await this.judge.judge(call, { rubric, matter, maxCharacters }, signal);
      return { ...outcome, judged: reply.generation };
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return none('judge_gone', noVerdict.judgeGone);
      throw error;
    }
  }

  async #finish(run: JudgeRun, outcome: Recorded | 'gone'): Promise<void> {
    const { call } = run;
    if (outcome === 'gone') return this.#write(run, (tx) => this.#remove(tx, call));
    if ('none' in outcome && outcome.isRetryable) {
      const pauseMs = this.config.QUALITY_RETRY_SECONDS * 1000;
      // It was not asked, perhaps as its own attempts opened the breaker: it waits for that to close.
      if (isRefusedUnasked(outcome.none.code) && !call.isLate) return this.#again(run, pauseMs * 5, false);
      if (call.attempts < maxAttempts) return this.#again(run, pauseMs * 3 ** (call.attempts - 1), true);
    }
    await this.#write(run, (tx) => this.#record(tx, call, outcome));
  }

  async #record(tx: Transaction, call: ClaimedCall, outcome: Recorded): Promise<void> {
    const { broadcastId, userId, conversationId, messageId, rubricVersion } = call;
    await this.calls.lockJudging(tx, broadcastId);
    const isOurs =
      'verdict' in outcome
        ? await this.calls.complete(tx, call, outcome.verdict, outcome)
        : await this.calls.fail(tx, call, named(call, outcome.none), outcome);
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

  // The reply was deleted after the planning, so no user could see its assessment.
  async #remove(tx: Transaction, call: ClaimedCall): Promise<void> {
    await this.calls.lockJudging(tx, call.broadcastId);
    await this.removal.deleteCall(tx, call);
  }

  // An unavailable service, and a run that is cancelled, are no failed attempt of the judge.
  async #putBack(run: JudgeRun, error: unknown): Promise<void> {
    const { call, cancelReason } = run;
    if (cancelReason === 'cancelled') return;
    if (cancelReason === 'lost' || error instanceof CallGone) return this.#leave(run);
    const isAway = cancelReason !== undefined || (AppError.is(error) && error.kind === 'unavailable');
    const isStopping = cancelReason === 'draining';
    if (!isStopping)
      this.logger.warn(
        { err: error, assessmentId: call.id, cancelReason },
        'running a judge failed or was cancelled; retrying',
      );
    if (cancelReason && !isStopping) await this.#write(run, (tx) => this.calls.forgetAttempt(tx, call));
    await this.#again(run, isStopping ? 0 : this.config.QUALITY_RETRY_SECONDS * 1000 * 2, !isAway);
  }

  // Another process has it, which is no failed attempt of the judge, or its user cancelled it at another replica.
  async #leave(run: JudgeRun): Promise<void> {
    const { call } = run;
    this.logger.info({ assessmentId: call.id }, 'a judge was stopped: another process runs it, or it was cancelled');
    await this.#write(run, (tx) => this.calls.forgetAttempt(tx, call));
  }

  async #again(run: JudgeRun, pauseMs: number, isFault: boolean): Promise<void> {
    const { call } = run;
    await this.#write(run, (tx) => this.calls.putBack(tx, call, pauseMs, isFault));
    await this.wakeUps.judge([{ id: call.id, attempts: call.fence, isLapsed: false }], pauseMs);
  }

  // A verdict was paid for: it waits for a Postgres that is away. The fence says whether it still counts.
  #write<T>(run: JudgeRun, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return waitForDatabase(() => this.database.asWorker(work), {
      isGivenUp: () => run.cancelReason === 'draining',
      onWait: (error) =>
        this.logger.warn({ err: error }, 'writing an assessment failed; retrying until the database is back'),
    });
  }
}

const named = ({ attempts }: ClaimedCall, { code, sentence }: NoVerdict): NoVerdict => ({
  code,
  sentence: attempts > 1 ? `${sentence} (asked ${Math.min(attempts, maxAttempts)} times)` : sentence,
});
