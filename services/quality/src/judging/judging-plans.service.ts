import { Injectable } from '@nestjs/common';
import { ReplyStatus, type JudgingSettings, type ListRepliesToJudgeResponse } from '@polylogue/proto';
import { AccessClient, AppError, CatalogClient } from '@polylogue/service-kit';
import { AllowanceClient } from '../clients/allowance.client.js';
import { RepliesClient } from '../clients/replies.client.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import type { ClaimedJudging } from './judgings.repository.js';
import {
  allowed,
  candidateOf,
  chosenMode,
  isSampled,
  modeOf,
  planOf,
  type JudgeCandidate,
  type Plan,
} from './plan.rules.js';
import { skipReasons } from './reasons.rules.js';

/** Who is asked about which replies to a broadcast, or why nobody is. */
export type Decision =
  | { plan: Plan; settings: JudgingSettings; round: ListRepliesToJudgeResponse }
  | { skip: string; gaps?: Plan['gaps'] };

/** Decides whether a broadcast is judged, and by which services; stores nothing and spends nothing. */
@Injectable()
export class JudgingPlans {
  constructor(
    private readonly catalog: CatalogClient,
    private readonly access: AccessClient,
    private readonly allowance: AllowanceClient,
    private readonly replies: RepliesClient,
    private readonly settings: CurrentSettings,
  ) {}

  async #services(): Promise<JudgeCandidate[]> {
    return (await this.catalog.list()).map(candidateOf);
  }

  async decide({
    userId,
    broadcastId,
    requestedBy,
  }: Pick<ClaimedJudging, 'userId' | 'broadcastId' | 'requestedBy'>): Promise<Decision> {
    if ((await this.access.accessOf(userId)) !== 'approved') return { skip: skipReasons.unapproved };
    const [services, settings] = await Promise.all([this.#services(), this.settings.current()]);
    const skip = this.#guard(broadcastId, requestedBy, services, settings);
    if (skip !== undefined) return { skip };
    if (await this.allowance.isUsedUp(userId)) return { skip: skipReasons.overBudget };
    const round = await this.replies.find(userId, broadcastId);
    if (!round) return { skip: skipReasons.gone };
    const replies = round.replies.map(({ aiService, messageId, conversationId, status, content }) => ({
      aiService,
      messageId,
      conversationId,
      isCompleted: status === ReplyStatus.COMPLETED,
      hasText: content.trim() !== '',
    }));
    const judges = allowed(services, settings);
    const plan = planOf(broadcastId, replies, judges, settings.mostJudges);
    if (plan.assessments.length > 0) return { plan, settings, round };
    const isForJudges = planOf(broadcastId, replies, services, 1).assessments.length > 0;
    return { skip: isForJudges ? skipReasons.noJudges : skipReasons.tooFew, gaps: plan.gaps };
  }

  /**
   * Why some of these broadcasts, which no user asked to have judged, are not, by their ids: most are not, and need not wait for
   * that. None while the catalog is away; they are decided one by one when it is there.
   */
  async reasonsAgainst(broadcastIds: readonly string[]): Promise<Map<string, string>> {
    const services = await this.#services().catch(() => undefined);
    if (!services) return new Map();
    const settings = await this.settings.current();
    return new Map(
      broadcastIds.flatMap((id) => {
        const reason = this.#guard(id, 'fact', services, settings);
        return reason === undefined ? [] : [[id, reason]];
      }),
    );
  }

  /** Why it is not judged by what is known without its replies; undefined where nothing speaks against it. */
  #guard(
    broadcastId: string,
    requestedBy: ClaimedJudging['requestedBy'],
    services: readonly JudgeCandidate[],
    settings: JudgingSettings,
  ): string | undefined {
    const mode = modeOf(chosenMode(settings), allowed(services, settings));
    if (mode === 'off') return skipReasons.off;
    if (requestedBy === 'person') return undefined;
    if (mode === 'manual') return skipReasons.manual;
    return isSampled(broadcastId, settings.sampling) ? undefined : skipReasons.sampling;
  }
}

/** Its replies are not read before the vote, and afterwards the user may ask for judges. */
export function skipBlind(error: unknown): Decision {
  if (AppError.is(error) && error.code === 'round_is_blind') return { skip: skipReasons.blind };
  throw error;
}
