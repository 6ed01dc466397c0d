import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { HistoryService } from './history.service.js';

@Module({
  imports: [AiServicesModule, MessagesModule],
  controllers: [ConversationsController],
  providers: [ConversationsService, HistoryService],
  exports: [HistoryService],
})
export class ConversationsModule {}
