import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ExportFacts } from './export-events.js';
import { ExportsController } from './exports.controller.js';
import { ScoresService } from './scores.service.js';

@Module({
  imports: [ConversationsModule],
  controllers: [ExportsController],
  providers: [ExportFacts, ScoresService],
  exports: [ScoresService],
})
export class ExportsModule {}
