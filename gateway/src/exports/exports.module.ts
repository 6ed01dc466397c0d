import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ComparisonsModule } from '../comparisons/comparisons.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { MergedAnswersModule } from '../merged-answers/merged-answers.module.js';
import { ExportEvents } from './export-events.js';
import { ExportsController } from './exports.controller.js';
import { KeptMapsService } from './kept-maps.service.js';
import { MergedAnswerExportController } from './merged-answer-export.controller.js';
import { ScoresService } from './scores.service.js';

@Module({
  imports: [AiServicesModule, ComparisonsModule, ConversationsModule, MergedAnswersModule],
  controllers: [ExportsController, MergedAnswerExportController],
  providers: [ExportEvents, KeptMapsService, ScoresService],
  exports: [ScoresService],
})
export class ExportsModule {}
