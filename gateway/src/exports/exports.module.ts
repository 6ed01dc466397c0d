import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { QualityAssessmentsModule } from '../quality-assessments/quality-assessments.module.js';
import { ExportFacts } from './export-facts.js';
import { ExportsController } from './exports.controller.js';
import { ScoresService } from './scores.service.js';

@Module({
  imports: [ConversationsModule, QualityAssessmentsModule],
  controllers: [ExportsController],
  providers: [ExportFacts, ScoresService],
  exports: [ScoresService],
})
export class ExportsModule {}
