import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { accessMonitorOf, CONFIG, queueOptions, ProcessIdentity } from '@polylogue/service-kit';
import { ClientsModule } from '../clients/clients.module.js';
import type { SchedulerConfig } from '../config.js';
import { IdempotencyRepository } from '../saved-queries/idempotency.repository.js';
import { SavedQueriesRepository } from '../saved-queries/saved-queries.repository.js';
import { AskService } from './ask.service.js';
import { ClaimsRepository } from './claims.repository.js';
import { ClaimsService } from './claims.service.js';
import { ExecutionsRepository } from './executions.repository.js';
import { ExecutionsService } from './executions.service.js';
import { Lateness } from './lateness.js';
import { QueryRuns } from './query-runs.service.js';
import { RunQueryJob } from './run-query.job.js';
import { RunWriter } from './run-writer.service.js';
import { RunnerService } from './runner.service.js';
import { RunsRepository } from './runs.repository.js';
import { StartsService } from './starts.service.js';
import { runsQueue, WakeUps } from './wake-ups.service.js';

const queryStores = [SavedQueriesRepository, IdempotencyRepository, ExecutionsRepository];
const stores = [...queryStores, ClaimsRepository, RunsRepository];
const runServices = [StartsService, RunnerService, QueryRuns, WakeUps, ProcessIdentity, Lateness];
const services = [ExecutionsService, ClaimsService, ...runServices];

@Module({
  imports: [
    ClientsModule,
    BullModule.registerQueueAsync({
      name: runsQueue,
      inject: [CONFIG],
      useFactory: (config: SchedulerConfig) => queueOptions('scheduler', config),
    }),
  ],
  providers: [...stores, ...services, AskService, RunWriter, RunQueryJob, accessMonitorOf(QueryRuns)],
  exports: [...stores, ...services, BullModule],
})
export class ExecutionsModule {}
