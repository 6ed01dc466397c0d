import { Module } from '@nestjs/common';
import { DaySums } from './day-sums.js';
import { DearestPeople } from './dearest-people.js';
import { KeptPeople } from './kept-people.js';
import { KeptPeopleCron } from './kept-people.cron.js';
import { KeptPeopleRepository } from './kept-people.repository.js';
import { UsageGrpc } from './usage.grpc.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  controllers: [UsageGrpc],
  providers: [UsageRepository, DaySums, DearestPeople, KeptPeopleRepository, KeptPeople, KeptPeopleCron, UsageService],
  exports: [UsageRepository],
})
export class UsageModule {}
