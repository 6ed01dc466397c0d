import { Module } from '@nestjs/common';
import { AiChatModule } from '../ai-chat/ai-chat.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { AccessCron } from './access.cron.js';

@Module({ imports: [AiChatModule, RepliesModule], providers: [AccessCron] })
export class AccessModule {}
