import { Module } from '@nestjs/common';
import { BlindModule } from '../blind/blind.module.js';
import { BroadcastsModule } from '../broadcasts/broadcasts.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { SummariesGrpc } from './summaries.grpc.js';
import { SummariesRepository } from './summaries.repository.js';
import { SummariesService } from './summaries.service.js';
import { SummaryRunner } from './summary-runner.service.js';

@Module({
  imports: [BlindModule, BroadcastsModule, RepliesModule],
  controllers: [SummariesGrpc],
  providers: [SummariesRepository, SummariesService, SummaryRunner],
  exports: [SummariesRepository, SummaryRunner],
})
export class SummariesModule {}
