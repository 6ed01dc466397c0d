import { Module } from '@nestjs/common';
import { BroadcastsModule } from './broadcasts/broadcasts.module.js';
import { ConversationsModule } from './conversations/conversations.module.js';

@Module({ imports: [BroadcastsModule, ConversationsModule] })
export class AppModule {}
