import { Module } from '@nestjs/common';
import { accessMonitorOf, ProcessIdentity } from '@polylogue/service-kit';
import { BacktestsModule } from '../backtests/backtests.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { JudgingModule } from '../judging/judging.module.js';
import { RubricsModule } from '../rubrics/rubrics.module.js';
import { DriverParts } from '../single-runs/run-driver.js';
import { RunParts } from '../single-runs/single-runs.js';
import { DueSuitesCron } from './due-suites.cron.js';
import { AssertionTrials } from './assertion-trials.service.js';
import { DueSuitesRepository } from './due-suites.repository.js';
import { FrozenCases } from './frozen-cases.service.js';
import { RunningSuitesRepository } from './running-suites.repository.js';
import { SuiteAlarms } from './suite-alarms.service.js';
import { SuiteCaller } from './suite-caller.service.js';
import { SuiteDriver } from './suite-driver.service.js';
import { SuiteEdits } from './suite-edits.service.js';
import { SuitePlans } from './suite-plans.service.js';
import { SuiteZonesRepository } from './suite-zones.repository.js';
import { SuiteZones } from './suite-zones.service.js';
import { SuiteRunsRepository } from './suite-runs.repository.js';
import { SuiteRunsService } from './suite-runs.service.js';
import { SuiteTries } from './suite-tries.service.js';
import { SuitesGrpc } from './suites.grpc.js';
import { SuitesRepository } from './suites.repository.js';
import { SuitesService } from './suites.service.js';
import { TextChecker } from './text-checker.service.js';

@Module({
  imports: [BacktestsModule, ClientsModule, JudgingModule, RubricsModule],
  controllers: [SuitesGrpc],
  providers: [
    SuitesRepository,
    SuiteRunsRepository,
    RunningSuitesRepository,
    DueSuitesRepository,
    SuiteZonesRepository,
    SuitesService,
    SuiteEdits,
    AssertionTrials,
    SuiteRunsService,
    FrozenCases,
    SuitePlans,
    SuiteCaller,
    SuiteTries,
    SuiteDriver,
    SuiteAlarms,
    DueSuitesCron,
    SuiteZones,
    TextChecker,
    ProcessIdentity,
    RunParts,
    DriverParts,
    accessMonitorOf(SuiteTries),
  ],
  exports: [RunningSuitesRepository],
})
export class SuitesModule {}
