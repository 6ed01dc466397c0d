import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ComparisonsController } from './comparisons.controller.js';
import { ComparisonsService } from './comparisons.service.js';
import { ConversationScores } from './conversation-scores.service.js';
import { ListedConversations } from './listed-conversations.js';

@Module({
  imports: [AiServicesModule],
  controllers: [ComparisonsController],
  providers: [ComparisonsService, ConversationScores, ListedConversations],
  exports: [ComparisonsService, ConversationScores],
})
export class ComparisonsModule {}
