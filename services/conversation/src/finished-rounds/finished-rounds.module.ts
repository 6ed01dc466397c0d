import { Module } from '@nestjs/common';
import { ComparisonLabelsModule } from '../comparison-labels/comparison-labels.module.js';
import { FinishedRoundsGrpc } from './finished-rounds.grpc.js';
import { FinishedRoundsRepository } from './finished-rounds.repository.js';
import { FinishedRoundsService } from './finished-rounds.service.js';

@Module({
  imports: [ComparisonLabelsModule],
  controllers: [FinishedRoundsGrpc],
  providers: [FinishedRoundsService, FinishedRoundsRepository],
})
export class FinishedRoundsModule {}
