import { Module } from '@nestjs/common';
import { AgreementMapsModule } from '../agreement-maps/agreement-maps.module.js';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { MergedAnswerStream } from './merged-answer-stream.js';
import { MergedAnswersController } from './merged-answers.controller.js';
import { MergedAnswersService } from './merged-answers.service.js';

@Module({
  imports: [AgreementMapsModule, AiServicesModule, MessagesModule],
  controllers: [MergedAnswersController],
  providers: [MergedAnswersService, MergedAnswerStream],
  exports: [MergedAnswersService],
})
export class MergedAnswersModule {}
