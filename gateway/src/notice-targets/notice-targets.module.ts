import { Module } from '@nestjs/common';
import { NoticeLinksController } from './notice-links.controller.js';
import { NoticeLinksService } from './notice-links.service.js';
import { NoticeTargetsController } from './notice-targets.controller.js';
import { NoticeTargetsService } from './notice-targets.service.js';

@Module({
  controllers: [NoticeLinksController, NoticeTargetsController],
  providers: [NoticeLinksService, NoticeTargetsService],
  exports: [NoticeTargetsService],
})
export class NoticeTargetsModule {}
