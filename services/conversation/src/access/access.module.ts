import { Module } from '@nestjs/common';
import { accessMonitorOf } from '@polylogue/service-kit';
import { AiChatModule } from '../ai-chat/ai-chat.module.js';
import { TurnRunner } from '../ai-chat/turn-runner.service.js';
import { RepliesModule } from '../replies/replies.module.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { SummariesModule } from '../summaries/summaries.module.js';
import { SummaryRunner } from '../summaries/summary-runner.service.js';

/** Ends the replies, turns and summaries of users who were blocked, erased or lost their approval. */
@Module({
  imports: [AiChatModule, RepliesModule, SummariesModule],
  providers: [accessMonitorOf(ReplyRunner, SummaryRunner, TurnRunner)],
})
export class AccessModule {}
