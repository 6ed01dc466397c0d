import { Injectable } from '@nestjs/common';
import { isUuid } from '@polylogue/proto';
import { afterCommit, Database, type Caller } from '@polylogue/service-kit';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { JudgingCancel } from '../judging/judging-cancel.service.js';
import { WakeUps } from '../judging/wake-ups.service.js';
import { RepliesClient } from '../clients/replies.client.js';
import type { AssessmentEntity, BroadcastScoresRow, JudgingRow, ScoreRow } from './assessment.entity.js';
import { broadcastNotFound, judgingOff } from './assessments.errors.js';
import { AssessmentsRepository } from './assessments.repository.js';
import { JudgedBy } from './judged-by.service.js';

const maxConversations = 100;
const maxBroadcasts = 100;
/** A page of comparisons, each with as many services as a message can go to. */
const maxScored = 5_000;

@Injectable()
export class AssessmentsService {
  constructor(
    private readonly repository: AssessmentsRepository,
    private readonly replies: RepliesClient,
    private readonly wakeUps: WakeUps,
    private readonly database: Database,
    private readonly settings: CurrentSettings,
    private readonly judgedBy: JudgedBy,
    private readonly cancelling: JudgingCancel,
  ) {}

  /** A conversation of another user has no assessments, exactly as one that does not exist. */
  async list({ userId }: Caller, conversationIds: readonly string[], onlyBuiltIn = false): Promise<AssessmentEntity[]> {
    const ids = conversationIds.filter(isUuid).slice(0, maxConversations);
    if (ids.length === 0) return [];
    return this.database.asUser(userId, (tx) => this.repository.list(tx, userId, ids, onlyBuiltIn));
  }

  /** `broadcastIds`: of these rounds alone; none: of all. */
  async scores(
    { userId }: Caller,
    conversationIds: readonly string[],
    broadcastIds: readonly string[] = [],
  ): Promise<ScoreRow[]> {
    const ids = conversationIds.filter(isUuid).slice(0, maxScored);
    const rounds = broadcastIds.filter(isUuid).slice(0, maxScored);
    if (ids.length === 0) return [];
    return this.database.readOnceAsUser(userId, (tx) => this.repository.scores(tx, userId, ids, rounds), {
      plansOnce: true,
    });
  }

  async broadcastScores({ userId }: Caller, broadcastIds: readonly string[]): Promise<BroadcastScoresRow[]> {
    const ids = broadcastIds.filter(isUuid).slice(0, maxBroadcasts);
    if (ids.length === 0) return [];
    return this.database.readAsUser(userId, (tx) => this.repository.broadcastScores(tx, userId, ids));
  }

  async judging({ userId }: Caller, broadcastId: string): Promise<JudgingRow | undefined> {
    if (!isUuid(broadcastId)) return undefined;
    return this.database.asUser(userId, (tx) => this.repository.findJudging(tx, userId, broadcastId));
  }

  /** Requests the verdicts that are missing, by a rubric that was chosen or by that of the judging. Idempotent. */
  async run(caller: Caller, broadcastId: string, rubricId?: string): Promise<JudgingRow | undefined> {
    caller.mustBeApproved();
    if ((await this.settings.current()).mode === 'off') throw judgingOff();
    const { userId } = caller;
    if (!isUuid(broadcastId) || !(await this.replies.find(userId, broadcastId))) throw broadcastNotFound();
    const version = await this.judgedBy.version(userId, broadcastId, rubricId);
    return this.database.asUser(userId, async (tx) => {
      if (await this.repository.request(tx, userId, broadcastId, version)) {
        afterCommit(tx, () => void this.wakeUps.plan([broadcastId]));
      }
      return this.repository.findJudging(tx, userId, broadcastId);
    });
  }

  /** Ends what waits and what is under way; what was judged stays. Idempotent. */
  async cancel(caller: Caller, broadcastId: string): Promise<JudgingRow | undefined> {
    const { userId } = caller;
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    const isThere =
      (await this.cancelling.cancel(userId, broadcastId)) || (await this.replies.find(userId, broadcastId));
    if (!isThere) throw broadcastNotFound();
    return this.judging(caller, broadcastId);
  }
}
