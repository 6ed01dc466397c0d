import { Module } from '@nestjs/common';
import { DaySums } from './day-sums.js';
import { DearestPeople } from './dearest-people.js';
import { UsageGrpc } from './usage.grpc.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  controllers: [UsageGrpc],
  providers: [UsageRepository, DaySums, DearestPeople, UsageService],
  exports: [UsageRepository],
})
export class UsageModule {}
