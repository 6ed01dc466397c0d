import {
  AssessmentsServiceDefinition,
  contractLimits,
  type CancelJudgingRequest,
  type EstimateJudgingRequest,
  type GetBroadcastScoresRequest,
  type GetJudgingRequest,
  type GetScoresRequest,
  type ListAssessmentsOfConversationsRequest,
  type ListAssessmentsRequest,
  type PreviewJudgingRequest,
  type RunJudgingRequest,
  type StageAssessmentsRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { ImportsService } from '../imports/imports.service.js';
import { JudgingPreview } from '../judging/judging-preview.service.js';
import { toAssessment, toJudging } from './assessment.mapper.js';
import { AssessmentsService } from './assessments.service.js';
import { JudgingEstimates } from './judging-estimates.service.js';

/** Reasons and analysis are a few hundred characters each. */
const atOnce = 500;

@GrpcEndpoint(AssessmentsServiceDefinition)
export class AssessmentsGrpc implements GrpcHandlers<typeof AssessmentsServiceDefinition> {
  constructor(
    private readonly assessments: AssessmentsService,
    private readonly imports: ImportsService,
    private readonly preview: JudgingPreview,
    private readonly estimates: JudgingEstimates,
  ) {}

  async listAssessments({ conversationId, builtIn }: ListAssessmentsRequest, call: CallContext) {
    const rows = await this.assessments.list(call.mustHaveCaller(), [conversationId], builtIn);
    return { assessments: rows.map(toAssessment) };
  }

  async *listAssessmentsOfConversations({ conversationIds }: ListAssessmentsOfConversationsRequest, call: CallContext) {
    const rows = await this.assessments.list(call.mustHaveCaller(), conversationIds);
    for (let start = 0; start < rows.length; start += atOnce) {
      yield { assessments: rows.slice(start, start + atOnce).map(toAssessment) };
    }
  }

  async getScores({ conversationIds, broadcastIds }: GetScoresRequest, call: CallContext) {
    return { scores: await this.assessments.scores(call.mustHaveCaller(), conversationIds, broadcastIds) };
  }

  async getBroadcastScores({ broadcastIds }: GetBroadcastScoresRequest, call: CallContext) {
    return { broadcasts: await this.assessments.broadcastScores(call.mustHaveCaller(), broadcastIds) };
  }

  async stageAssessments(request: StageAssessmentsRequest, call: CallContext) {
    await this.imports.stage(call.mustHaveCaller(), request);
    return {};
  }

  async getJudging({ broadcastId }: GetJudgingRequest, call: CallContext) {
    return toJudging(broadcastId, await this.assessments.judging(call.mustHaveCaller(), broadcastId));
  }

  previewJudging(request: PreviewJudgingRequest, call: CallContext) {
    const { userId } = call.mustHaveCaller();
    return this.preview.of(userId, { ...request, aiServices: request.aiServices.slice(0, contractLimits.targets) });
  }

  estimateJudging(request: EstimateJudgingRequest, call: CallContext) {
    return this.estimates.estimate(call.mustHaveCaller(), request, call.signal);
  }

  async runJudging({ broadcastId, rubricId }: RunJudgingRequest, call: CallContext) {
    return toJudging(broadcastId, await this.assessments.run(call.mustHaveCaller(), broadcastId, rubricId));
  }

  async cancelJudging({ broadcastId }: CancelJudgingRequest, call: CallContext) {
    return toJudging(broadcastId, await this.assessments.cancel(call.mustHaveCaller(), broadcastId));
  }
}
