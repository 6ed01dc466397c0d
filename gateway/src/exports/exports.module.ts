import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ExportFacts } from './export-facts.js';
import { ExportsController } from './exports.controller.js';

@Module({ imports: [ConversationsModule], controllers: [ExportsController], providers: [ExportFacts] })
export class ExportsModule {}
