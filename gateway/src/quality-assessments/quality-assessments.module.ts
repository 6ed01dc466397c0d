import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { QualityAssessmentsController } from './quality-assessments.controller.js';
import { QualityAssessmentsService } from './quality-assessments.service.js';

@Module({
  imports: [AiServicesModule],
  controllers: [QualityAssessmentsController],
  providers: [QualityAssessmentsService],
})
export class QualityAssessmentsModule {}
