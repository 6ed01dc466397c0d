import { Module } from '@nestjs/common';
import { accessMonitorOf } from '@polylogue/service-kit';
import { AiChatModule } from '../ai-chat/ai-chat.module.js';
import { TurnRunner } from '../ai-chat/turn-runner.service.js';
import { RepliesModule } from '../replies/replies.module.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';

/** Ends the replies and turns of users who were blocked, erased or lost their approval. */
@Module({ imports: [AiChatModule, RepliesModule], providers: [accessMonitorOf(ReplyRunner, TurnRunner)] })
export class AccessModule {}
