import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { AiChatController } from './ai-chat.controller.js';
import { AiChatService } from './ai-chat.service.js';
import { TurnAnswers } from './turn-answers.js';

@Module({
  imports: [AiServicesModule],
  controllers: [AiChatController],
  providers: [AiChatService, TurnAnswers],
  exports: [AiChatService],
})
export class AiChatModule {}
