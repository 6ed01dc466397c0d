import { Inject, Injectable } from '@nestjs/common';
import {
  contractLimits,
  isUuid,
  type EstimateJudgingRequest,
  type JudgingEstimate,
  type JudgingSettings,
} from '@polylogue/proto';
import { CONFIG, Database, type Caller } from '@polylogue/service-kit';
import { EstimatesClient } from '../clients/estimates.client.js';
import { RepliesClient } from '../clients/replies.client.js';
import type { QualityConfig } from '../config.js';
import { JudgingPlans, skipBlind } from '../judging/judging-plans.service.js';
import { JudgingsRepository } from '../judging/judgings.repository.js';
import { owedOf, type PlannedAssessment } from '../judging/plan.rules.js';
import { skipReasons } from '../judging/reasons.rules.js';
import { fitted } from '../prompt/matter.rules.js';
import { promptOf } from '../prompt/prompt.rules.js';
import type { AppliedRubric } from '../rubric/applied-rubric.js';
import { builtIn } from '../rubric/built-in.rules.js';
import { RubricVersions } from '../rubrics/rubric-versions.service.js';
import { broadcastNotFound, callerLeft, tooManyBroadcasts } from './assessments.errors.js';
import { JudgedBy } from './judged-by.service.js';
import { judgeCallsOf, judgingEstimateOf, type PlannedVerdict } from './judging-estimate.rules.js';

/** Each is read whole, with the earlier turns of its thread. */
const repliesAtOnce = 4;

/** A round that would be judged; `owed`: what of it has no verdict yet. */
interface PlannedRound {
  broadcastId: string;
  owed: PlannedAssessment[];
  rubric: AppliedRubric;
  settings: JudgingSettings;
}

/** What judging replies that are there would cost: the plan and the prompts of a run, without making it. */
@Injectable()
export class JudgingEstimates {
  constructor(
    private readonly plans: JudgingPlans,
    private readonly judgings: JudgingsRepository,
    private readonly judgedBy: JudgedBy,
    private readonly rubrics: RubricVersions,
    private readonly replies: RepliesClient,
    private readonly estimates: EstimatesClient,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {}

  /** `signal`: aborts when the caller leaves. */
  async estimate(
    caller: Caller,
    { broadcastIds, rubricId }: EstimateJudgingRequest,
    signal: AbortSignal,
  ): Promise<JudgingEstimate> {
    caller.mustBeApproved();
    const ids = [...new Set(broadcastIds)];
    const { judgedRounds: max } = contractLimits;
    if (ids.length === 0 || ids.length > max) throw tooManyBroadcasts(max);
    if (!ids.every(isUuid)) throw broadcastNotFound();
    const { userId } = caller;
    const leftOut: JudgingEstimate['leftOut'] = [];
    const verdicts: PlannedVerdict[] = [];
    let made = await this.database.asWorker((tx) => this.judgings.callsMade(tx, userId));
    let repeats = 1;
    for (const broadcastId of ids) {
      if (signal.aborted) throw callerLeft();
      const round = await this.#round(userId, broadcastId, rubricId);
      if ('skip' in round) {
        leftOut.push({ broadcastId, reason: round.skip });
        continue;
      }
      const { settings, owed } = round;
      const toCome = owed.length * settings.repeats;
      if (toCome > 0 && made + toCome > settings.dailyCalls) {
        leftOut.push({ broadcastId, reason: skipReasons.budget(settings.dailyCalls) });
        continue;
      }
      made += toCome;
      repeats = settings.repeats;
      verdicts.push(...(await this.#sized(userId, round)));
    }
    const calls = judgeCallsOf(verdicts, repeats);
    const priced = await this.estimates.estimateCalls(
      userId,
      calls.map(({ call }) => call),
    );
    return { ...judgingEstimateOf(calls, priced, { repeats, atOnce: this.config.QUALITY_CONCURRENT_CALLS }), leftOut };
  }

  async #round(
    userId: string,
    broadcastId: string,
    rubricId: string | undefined,
  ): Promise<PlannedRound | { skip: string }> {
    const rubricVersion = await this.judgedBy.version(userId, broadcastId, rubricId);
    const decision = await this.plans.decide({ userId, broadcastId, requestedBy: 'person' }).catch(skipBlind);
    if ('skip' in decision) {
      if (decision.skip === skipReasons.gone) throw broadcastNotFound();
      return { skip: decision.skip };
    }
    const stored = await this.database.asWorker((tx) => this.judgings.stored(tx, { broadcastId, rubricVersion }));
    const { fresh, again } = owedOf(decision.plan.assessments, stored);
    const rubric = (await this.rubrics.ofVersion(rubricVersion)) ?? builtIn;
    return { broadcastId, owed: [...fresh, ...again], rubric, settings: decision.settings };
  }

  /** With how much each judge would be sent. */
  async #sized(userId: string, { broadcastId, owed, rubric, settings }: PlannedRound): Promise<PlannedVerdict[]> {
    const targets = [...new Set(owed.map(({ messageId }) => messageId))];
    const bytes = new Map<string, number>();
    for (let start = 0; start < targets.length; start += repliesAtOnce) {
      await Promise.all(
        targets.slice(start, start + repliesAtOnce).map(async (messageId) => {
          bytes.set(messageId, await this.#bytesOf(userId, { broadcastId, messageId }, rubric, settings));
        }),
      );
    }
    return owed.map(({ assessor, messageId }) => ({ judge: assessor, bytes: bytes.get(messageId) ?? 0 }));
  }

  async #bytesOf(
    userId: string,
    { broadcastId, messageId }: { broadcastId: string; messageId: string },
    rubric: AppliedRubric,
    { maxCharacters }: JudgingSettings,
  ): Promise<number> {
    const found = await this.replies.find(userId, broadcastId, messageId);
    const reply = found?.replies.find((each) => each.messageId === messageId);
    if (!found || !reply) throw broadcastNotFound();
    const { content, earlier, sources } = reply;
    const sent = fitted({ question: found.question, reply: content, earlier, sources }, maxCharacters);
    const { system, user } = promptOf({ rubric, ...sent, mark: '0'.repeat(32) });
    return Buffer.byteLength(system) + Buffer.byteLength(user);
  }
}
