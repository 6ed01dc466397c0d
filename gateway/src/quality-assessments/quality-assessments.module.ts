import { Module } from '@nestjs/common';
import { QualityAssessmentsController } from './quality-assessments.controller.js';
import { QualityAssessmentsService } from './quality-assessments.service.js';

@Module({ controllers: [QualityAssessmentsController], providers: [QualityAssessmentsService] })
export class QualityAssessmentsModule {}
