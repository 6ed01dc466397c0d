import { Module } from '@nestjs/common';
import { BroadcastsModule } from '../broadcasts/broadcasts.module.js';
import { ComparisonLabelsModule } from '../comparison-labels/comparison-labels.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { SummariesModule } from '../summaries/summaries.module.js';
import { DeletionsCron } from './deletions.cron.js';
import { DroppedMediaRepository } from './dropped-media.repository.js';
import { HistoryGrpc } from './history.grpc.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { RemovalRepository } from './removal.repository.js';
import { RemovalService } from './removal.service.js';
import { ThreadsService } from './threads.service.js';
import { ViewRepository } from './view.repository.js';
import { ViewService } from './view.service.js';

@Module({
  imports: [
    BroadcastsModule,
    ComparisonLabelsModule,
    ConversationsModule,
    ImportsModule,
    RepliesModule,
    SummariesModule,
  ],
  controllers: [HistoryGrpc],
  providers: [
    DeletionsCron,
    DroppedMediaRepository,
    HistoryRepository,
    HistoryService,
    RemovalRepository,
    RemovalService,
    ThreadsService,
    ViewRepository,
    ViewService,
  ],
  exports: [HistoryRepository, RemovalService],
})
export class HistoryModule {}
