import { Module } from '@nestjs/common';
import { DaySums } from './day-sums.js';
import { EstimateAccuracyRepository } from './estimate-accuracy.repository.js';
import { TopSpenders } from './top-spenders.js';
import { TopSpendersCache } from './top-spenders-cache.js';
import { TopSpendersCacheCron } from './top-spenders-cache.cron.js';
import { TopSpendersCacheRepository } from './top-spenders-cache.repository.js';
import { UsageGrpc } from './usage.grpc.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  controllers: [UsageGrpc],
  providers: [
    UsageRepository,
    DaySums,
    EstimateAccuracyRepository,
    TopSpenders,
    TopSpendersCacheRepository,
    TopSpendersCache,
    TopSpendersCacheCron,
    UsageService,
  ],
  exports: [UsageRepository],
})
export class UsageModule {}
