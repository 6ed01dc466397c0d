import { Inject, Injectable } from '@nestjs/common';
import type { Judging, QualityAssessment } from '@polylogue/api-contract';
import { AssessmentsClient } from './assessments.client.js';
import { toJudging, toQualityAssessment } from './quality-assessments.mapper.js';

@Injectable()
export class QualityAssessmentsService {
  constructor(@Inject(AssessmentsClient) private readonly client: AssessmentsClient) {}

  async list(conversationId: string): Promise<QualityAssessment[]> {
    const { assessments } = await this.client.listAssessments({ conversationId });
    return assessments.map(toQualityAssessment);
  }

  async judging(broadcastId: string): Promise<Judging> {
    return toJudging(await this.client.getJudging({ broadcastId }));
  }

  async run(broadcastId: string): Promise<Judging> {
    return toJudging(await this.client.runJudging({ broadcastId }));
  }
}
