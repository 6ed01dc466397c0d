import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { accessMonitorOf, CONFIG, queueOptions, ProcessIdentity } from '@polylogue/service-kit';
import { ClientsModule } from '../clients/clients.module.js';
import type { SchedulerConfig } from '../config.js';
import { RoundsRepository } from './rounds.repository.js';
import { WatchModule } from '../watch/watch.module.js';
import { DispatchRunner } from './dispatch-runner.service.js';
import { ExecutionsRepository } from './executions.repository.js';
import { Lateness } from './lateness.js';
import { QueryRuns } from './query-runs.service.js';
import { RunQueryJob } from './run-query.job.js';
import { RunWriter } from './run-writer.service.js';
import { RunnerService } from './runner.service.js';
import { RunsRepository } from './runs.repository.js';
import { RunTexts } from './run-text.service.js';
import { RunTextsRepository } from './run-texts.repository.js';
import { StartsService } from './starts.service.js';
import { runsQueue, WakeUps } from './wake-ups.service.js';

const stores = [ExecutionsRepository, RunsRepository, RoundsRepository];
const services = [StartsService, RunnerService, QueryRuns, WakeUps, ProcessIdentity, Lateness, RunTexts];

@Module({
  imports: [
    ClientsModule,
    WatchModule,
    BullModule.registerQueueAsync({
      name: runsQueue,
      inject: [CONFIG],
      useFactory: (config: SchedulerConfig) => queueOptions('scheduler', config),
    }),
  ],
  providers: [
    ...stores,
    ...services,
    DispatchRunner,
    RunWriter,
    RunTextsRepository,
    RunQueryJob,
    accessMonitorOf(QueryRuns),
  ],
  exports: [...stores, ...services, BullModule, WatchModule],
})
export class ExecutionsModule {}
