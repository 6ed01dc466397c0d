import { Module } from '@nestjs/common';
import { BroadcastAnswers } from './broadcast-answers.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';

@Module({
  controllers: [MessagesController],
  providers: [MessagesService, BroadcastAnswers],
  exports: [BroadcastAnswers],
})
export class MessagesModule {}
