import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ExportsController } from './exports.controller.js';

@Module({ imports: [ConversationsModule], controllers: [ExportsController] })
export class ExportsModule {}
