import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { CONFIG, queueOptions, ProcessIdentity } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { NeighboursModule } from '../neighbours/neighbours.module.js';
import { IdempotencyRepository } from '../saved-queries/idempotency.repository.js';
import { SavedQueriesRepository } from '../saved-queries/saved-queries.repository.js';
import { AskService } from './ask.service.js';
import { ClaimsRepository } from './claims.repository.js';
import { ClaimsService } from './claims.service.js';
import { ExecutionsRepository } from './executions.repository.js';
import { ExecutionsService } from './executions.service.js';
import { Lateness } from './lateness.js';
import { LeasesRepository } from './leases.repository.js';
import { Leases } from './leases.service.js';
import { RunQueryJob } from './run-query.job.js';
import { RunWriter } from './run-writer.service.js';
import { RunnerService } from './runner.service.js';
import { RunsRepository } from './runs.repository.js';
import { StartsService } from './starts.service.js';
import { runsQueue, WakeUps } from './wake-ups.service.js';

const queryStores = [SavedQueriesRepository, IdempotencyRepository, ExecutionsRepository];
const stores = [...queryStores, ClaimsRepository, RunsRepository, LeasesRepository];
const runServices = [StartsService, RunnerService, Leases, WakeUps, ProcessIdentity, Lateness];
const services = [ExecutionsService, ClaimsService, ...runServices];

@Module({
  imports: [
    NeighboursModule,
    BullModule.registerQueueAsync({
      name: runsQueue,
      inject: [CONFIG],
      useFactory: (config: SchedulerConfig) => queueOptions('scheduler', config),
    }),
  ],
  providers: [...stores, ...services, AskService, RunWriter, RunQueryJob],
  exports: [...stores, ...services, BullModule],
})
export class ExecutionsModule {}
