import { Module } from '@nestjs/common';
import { ComparisonLabelsModule } from '../comparison-labels/comparison-labels.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ComparisonsGrpc } from './comparisons.grpc.js';
import { ComparisonsRepository } from './comparisons.repository.js';
import { ComparisonsService } from './comparisons.service.js';
import { GroupingCron } from './grouping.cron.js';

@Module({
  imports: [ComparisonLabelsModule, HistoryModule],
  controllers: [ComparisonsGrpc],
  providers: [ComparisonsRepository, ComparisonsService, GroupingCron],
})
export class ComparisonsModule {}
