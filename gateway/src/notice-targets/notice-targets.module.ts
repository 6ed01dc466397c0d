import { Module } from '@nestjs/common';
import { NoticeLinksController } from './notice-links.controller.js';
import { NoticeTargetsController } from './notice-targets.controller.js';
import { NoticeTargetsService } from './notice-targets.service.js';

@Module({
  controllers: [NoticeLinksController, NoticeTargetsController],
  providers: [NoticeTargetsService],
  exports: [NoticeTargetsService],
})
export class NoticeTargetsModule {}
