import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ExportEvents } from './export-events.js';
import { ExportsController } from './exports.controller.js';
import { ScoresService } from './scores.service.js';

@Module({
  imports: [ConversationsModule],
  controllers: [ExportsController],
  providers: [ExportEvents, ScoresService],
  exports: [ScoresService],
})
export class ExportsModule {}
