import { Controller } from '@nestjs/common';
import {
  cancelQualityAssessment,
  estimateJudging,
  getJudging,
  listAllAssessments,
  listQualityAssessments,
  runQualityAssessment,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { QualityAssessmentsService } from './quality-assessments.service.js';

@Controller()
export class QualityAssessmentsController {
  constructor(private readonly assessments: QualityAssessmentsService) {}

  @Serves(listQualityAssessments)
  list(@PathId() conversationId: string) {
    return this.assessments.list(conversationId);
  }

  @Serves(listAllAssessments)
  listAll(@PathId() conversationId: string) {
    return this.assessments.listAll(conversationId);
  }

  @Serves(getJudging)
  judging(@PathId() broadcastId: string) {
    return this.assessments.judging(broadcastId);
  }

  @Serves(estimateJudging)
  estimate(@ValidBody() body: ValidBodyOf<typeof estimateJudging>) {
    return this.assessments.estimate(body);
  }

  @Serves(runQualityAssessment)
  run(@ValidBody() { broadcastId, rubricId }: ValidBodyOf<typeof runQualityAssessment>) {
    return this.assessments.run(broadcastId, rubricId);
  }

  @Serves(cancelQualityAssessment)
  cancel(@PathId() broadcastId: string) {
    return this.assessments.cancel(broadcastId);
  }
}
