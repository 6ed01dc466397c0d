import { Injectable } from '@nestjs/common';
import type {
  estimateJudging,
  Judging,
  JudgingEstimate,
  QualityAssessment,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { FindConversationsRequest, MessagesWanted } from '@polylogue/proto';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toJudging, toJudgingEstimate, toQualityAssessment } from './quality-assessments.mapper.js';

@Injectable()
export class QualityAssessmentsService {
  constructor(
    @InjectClient('assessments') private readonly client: ClientOf<'assessments'>,
    @InjectClient('history') private readonly history: ClientOf<'history'>,
    private readonly catalog: CatalogService,
  ) {}

  /** Five scores and no others: what was judged by another rubric stands in {@link listAll}. */
  async list(conversationId: string): Promise<QualityAssessment[]> {
    // A quality of the version before does not know the question, and answers by whatever was judged last.
    return (await this.#list(conversationId, true)).filter(({ status }) => status !== 'judged');
  }

  /** Not found, when there is no such conversation of the caller's: quality alone does not know it from one without any. */
  listAll(conversationId: string): Promise<QualityAssessment[]> {
    return this.#list(conversationId, false);
  }

  async #list(conversationId: string, builtIn: boolean): Promise<QualityAssessment[]> {
    const [{ assessments }] = await Promise.all([
      this.client.listAssessments({ conversationId, builtIn }),
      this.#mustExist(conversationId),
    ]);
    return assessments.map(toQualityAssessment);
  }

  async judging(broadcastId: string): Promise<Judging> {
    return toJudging(await this.client.getJudging({ broadcastId }));
  }

  async estimate({ broadcastIds, rubricId }: ValidBodyOf<typeof estimateJudging>): Promise<JudgingEstimate> {
    const [estimate, labelOf] = await Promise.all([
      this.client.estimateJudging({ broadcastIds, rubricId }),
      this.catalog.labels(),
    ]);
    return toJudgingEstimate(estimate, labelOf);
  }

  async run(broadcastId: string, rubricId: string | undefined): Promise<Judging> {
    return toJudging(await this.client.runJudging({ broadcastId, rubricId }));
  }

  async cancel(broadcastId: string): Promise<Judging> {
    return toJudging(await this.client.cancelJudging({ broadcastId }));
  }

  async #mustExist(id: string): Promise<void> {
    const messages = MessagesWanted.NONE;
    const wanted = FindConversationsRequest.fromPartial({ id, includeAll: true, limit: 1, messages });
    for await (const _item of this.history.findConversations(wanted));
  }
}
