import { Inject, Injectable } from '@nestjs/common';
import { afterCommit, CONFIG, Database, type Caller } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { WakeUps } from '../judging/wake-ups.service.js';
import { RepliesClient } from '../clients/replies.client.js';
import { currentRubric } from '../rubric/rubrics.js';
import type { AssessmentEntity, JudgingRow, ScoreRow } from './assessment.entity.js';
import { broadcastNotFound, judgingOff } from './assessments.errors.js';
import { AssessmentsRepository } from './assessments.repository.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const maxConversations = 100;
/** A page of comparisons, each with as many services as a message can go to. */
const maxScored = 5_000;

@Injectable()
export class AssessmentsService {
  constructor(
    private readonly repository: AssessmentsRepository,
    private readonly replies: RepliesClient,
    private readonly wakeUps: WakeUps,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {}

  /** A conversation of another user has no assessments, exactly as one that does not exist. */
  async list({ userId }: Caller, conversationIds: readonly string[]): Promise<AssessmentEntity[]> {
    const ids = conversationIds.filter((id) => uuid.test(id)).slice(0, maxConversations);
    return ids.length === 0 ? [] : this.database.asUser(userId, (tx) => this.repository.list(tx, userId, ids));
  }

  async scores({ userId }: Caller, conversationIds: readonly string[]): Promise<ScoreRow[]> {
    const ids = conversationIds.filter((id) => uuid.test(id)).slice(0, maxScored);
    return ids.length === 0 ? [] : this.database.readAsUser(userId, (tx) => this.repository.scores(tx, userId, ids));
  }

  async judging({ userId }: Caller, broadcastId: string): Promise<JudgingRow | undefined> {
    if (!uuid.test(broadcastId)) return undefined;
    return this.database.asUser(userId, (tx) => this.repository.findJudging(tx, userId, broadcastId));
  }

  /** Requests the verdicts that are missing. Idempotent. */
  async run(caller: Caller, broadcastId: string): Promise<JudgingRow | undefined> {
    caller.mustBeApproved();
    if (this.config.QUALITY_MODE === 'off') throw judgingOff();
    const { userId } = caller;
    if (!uuid.test(broadcastId) || !(await this.replies.find(userId, broadcastId))) throw broadcastNotFound();
    return this.database.asUser(userId, async (tx) => {
      if (await this.repository.request(tx, userId, broadcastId, currentRubric.version)) {
        await this.repository.reopenFailed(tx, userId, broadcastId);
        afterCommit(tx, () => void this.wakeUps.plan([broadcastId]));
      }
      return this.repository.findJudging(tx, userId, broadcastId);
    });
  }
}
