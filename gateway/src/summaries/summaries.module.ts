import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { SummariesController } from './summaries.controller.js';
import { SummariesService } from './summaries.service.js';
import { SummaryAnswers } from './summary-answers.js';

@Module({
  imports: [AiServicesModule, MessagesModule],
  controllers: [SummariesController],
  providers: [SummariesService, SummaryAnswers],
})
export class SummariesModule {}
