import { Module } from '@nestjs/common';
import { RepliesModule } from '../replies/replies.module.js';
import { AiChatGrpc } from './ai-chat.grpc.js';
import { AiChatService } from './ai-chat.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { TurnRunner } from './turn-runner.service.js';
import { TurnsRepository } from './turns.repository.js';

@Module({
  imports: [RepliesModule],
  controllers: [AiChatGrpc],
  providers: [AiChatService, SessionsService, TurnRunner, SessionsRepository, TurnsRepository],
  exports: [TurnRunner],
})
export class AiChatModule {}
