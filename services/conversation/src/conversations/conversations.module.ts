import { Module } from '@nestjs/common';
import { RepliesModule } from '../replies/replies.module.js';
import { ConversationsGrpc } from './conversations.grpc.js';
import { ConversationsRepository } from './conversations.repository.js';
import { ConversationsService } from './conversations.service.js';

@Module({
  imports: [RepliesModule],
  controllers: [ConversationsGrpc],
  providers: [ConversationsService, ConversationsRepository],
  exports: [ConversationsRepository],
})
export class ConversationsModule {}
