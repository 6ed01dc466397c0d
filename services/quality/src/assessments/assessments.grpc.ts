import {
  AssessmentsServiceDefinition,
  type GetJudgingRequest,
  type ListAssessmentsRequest,
  type RunJudgingRequest,
} from '@polylogue/proto';
import { GrpcDoor, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toAssessment, toJudging } from './assessment.mapper.js';
import { AssessmentsService } from './assessments.service.js';

@GrpcDoor(AssessmentsServiceDefinition)
export class AssessmentsGrpc implements GrpcHandlers<typeof AssessmentsServiceDefinition> {
  constructor(private readonly assessments: AssessmentsService) {}

  async listAssessments({ conversationId }: ListAssessmentsRequest, call: CallContext) {
    const rows = await this.assessments.list(call.mustHaveCaller(), conversationId);
    return { assessments: rows.map(toAssessment) };
  }

  async getJudging({ broadcastId }: GetJudgingRequest, call: CallContext) {
    return toJudging(broadcastId, await this.assessments.judging(call.mustHaveCaller(), broadcastId));
  }

  async runJudging({ broadcastId }: RunJudgingRequest, call: CallContext) {
    return toJudging(broadcastId, await this.assessments.run(call.mustHaveCaller(), broadcastId));
  }
}
