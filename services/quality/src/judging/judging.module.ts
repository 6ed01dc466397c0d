import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { accessMonitorOf, CONFIG, queueOptions, ProcessIdentity } from '@polylogue/service-kit';
import { RubricsModule } from '../rubrics/rubrics.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import type { QualityConfig } from '../config.js';
import { CallsRepository } from './calls.repository.js';
import { CancelledRepository } from './cancelled.repository.js';
import { JudgeRuns } from './judge-runs.service.js';
import { JudgeService } from './judge.service.js';
import { JudgingJob } from './judging.job.js';
import { JudgingCancel } from './judging-cancel.service.js';
import { JudgingPlans } from './judging-plans.service.js';
import { JudgingPreview } from './judging-preview.service.js';
import { JudgingsRepository } from './judgings.repository.js';
import { PlannerService } from './planner.service.js';
import { ReconcileCron } from './reconcile.cron.js';
import { RemovalRepository } from './removal.repository.js';
import { RunnerService } from './runner.service.js';
import { judgingQueue, WakeUps } from './wake-ups.service.js';

// Jobs of a killed process count as stalled within seconds and run again. Twice is harmless: the claim in Postgres decides.
const stalled = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 5 };

@Module({
  imports: [
    ClientsModule,
    RubricsModule,
    BullModule.registerQueueAsync({
      name: judgingQueue,
      inject: [CONFIG],
      useFactory: (config: QualityConfig) => ({ ...queueOptions('quality', config), settings: stalled }),
    }),
  ],
  providers: [
    JudgingsRepository,
    CallsRepository,
    RemovalRepository,
    CancelledRepository,
    WakeUps,
    ProcessIdentity,
    PlannerService,
    JudgeService,
    RunnerService,
    JudgingJob,
    JudgeRuns,
    JudgingCancel,
    JudgingPlans,
    JudgingPreview,
    accessMonitorOf(JudgeRuns),
    ReconcileCron,
  ],
  exports: [JudgingCancel, JudgingPlans, JudgingPreview, JudgingsRepository, RemovalRepository, WakeUps],
})
export class JudgingModule {}
