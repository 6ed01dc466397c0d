import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG, Database, LOGGER, type Transaction } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { CallsRepository } from './calls.repository.js';
import { JudgingPlans, skipBlind, type Decision } from './judging-plans.service.js';
import { JudgingsRepository, type ClaimedJudging } from './judgings.repository.js';
import { owedOf } from './plan.rules.js';
import { skipReasons } from './reasons.rules.js';
import { WakeUps } from './wake-ups.service.js';

const leaseMs = 30_000;
const maxPauseMs = 60_000;
const maxAtOnce = 1_000;

/** Plans who is asked about a broadcast. Nothing is spent before the plan is stored. */
@Injectable()
export class PlannerService {
  constructor(
    private readonly database: Database,
    private readonly judgings: JudgingsRepository,
    private readonly calls: CallsRepository,
    private readonly plans: JudgingPlans,
    private readonly wakeUps: WakeUps,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** In turn; one that fails keeps no other from being planned. */
  async plan(broadcastIds: readonly string[]): Promise<void> {
    const faults: unknown[] = [];
    for (const broadcastId of broadcastIds) {
      await this.#plan(broadcastId).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw faults[0];
  }

  async #plan(broadcastId: string): Promise<void> {
    const judging = await this.database.asWorker((tx) => this.judgings.claim(tx, broadcastId, leaseMs));
    if (!judging) return;
    try {
      const decision = judging.isLate ? { skip: skipReasons.late } : await this.plans.decide(judging).catch(skipBlind);
      await this.database.asWorker((tx) => this.#store(tx, judging, decision));
    } catch (error) {
      const pause = Math.min(this.config.QUALITY_RETRY_SECONDS * 1000 * 2 ** (judging.tries - 1), maxPauseMs);
      await this.database.asWorker((tx) => this.judgings.putBack(tx, judging, pause));
      await this.wakeUps.plan([broadcastId], pause);
      if (!AppError.is(error) || error.kind !== 'unavailable') throw error;
      this.logger.warn(
        { err: error, broadcastId },
        'planning a judging failed as a service is away; retrying after a pause',
      );
      return;
    }
    await this.wakeUps.judge(await this.database.asWorker((tx) => this.calls.owed(tx, maxAtOnce, broadcastId)));
  }

  async #store(tx: Transaction, judging: ClaimedJudging, decision: Decision): Promise<void> {
    const { broadcastId, userId, rubricVersion } = judging;
    if (!(await this.judgings.lockClaimed(tx, judging))) return;
    if ('skip' in decision) return this.judgings.skip(tx, broadcastId, decision.skip, decision.gaps);
    const { assessments, gaps } = decision.plan;
    const { dailyCalls: max, repeats } = decision.settings;
    const made = await this.judgings.countCalls(tx, userId);
    const { fresh, again } = owedOf(assessments, await this.judgings.stored(tx, judging));
    const toCome = (fresh.length + again.length) * repeats;
    if (toCome > 0 && made + toCome > max) {
      return this.judgings.skip(tx, broadcastId, skipReasons.budget(max), gaps);
    }
    await this.judgings.insertAssessments(tx, judging, fresh, repeats);
    await this.judgings.reopen(tx, judging, again, repeats);
    await this.judgings.begin(tx, broadcastId, rubricVersion, gaps);
  }
}
