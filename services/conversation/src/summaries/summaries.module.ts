import { Module } from '@nestjs/common';
import { BlindModule } from '../blind/blind.module.js';
import { BroadcastsModule } from '../broadcasts/broadcasts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { SummariesGrpc } from './summaries.grpc.js';
import { SummariesRepository } from './summaries.repository.js';
import { SummariesService } from './summaries.service.js';
import { SummaryEstimatesService } from './summary-estimates.service.js';
import { SummaryMatterService } from './summary-matter.service.js';
import { SummaryRunner } from './summary-runner.service.js';

@Module({
  imports: [BlindModule, BroadcastsModule, ClientsModule, RepliesModule],
  controllers: [SummariesGrpc],
  providers: [SummariesRepository, SummariesService, SummaryEstimatesService, SummaryMatterService, SummaryRunner],
  exports: [SummariesRepository, SummaryRunner],
})
export class SummariesModule {}
