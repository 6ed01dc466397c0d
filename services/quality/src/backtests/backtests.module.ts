import { Module } from '@nestjs/common';
import { accessMonitorOf, ProcessIdentity } from '@polylogue/service-kit';
import { ClientsModule } from '../clients/clients.module.js';
import { JudgingModule } from '../judging/judging.module.js';
import { RubricsModule } from '../rubrics/rubrics.module.js';
import { DriverParts } from '../single-runs/run-driver.js';
import { RunParts } from '../single-runs/single-runs.js';
import { BacktestCaller } from './backtest-caller.service.js';
import { BacktestCasesService } from './backtest-cases.service.js';
import { BacktestDriver } from './backtest-driver.service.js';
import { BacktestPairsGrpc } from './backtest-pairs.grpc.js';
import { BacktestPairsService } from './backtest-pairs.service.js';
import { BacktestPlans } from './backtest-plans.service.js';
import { BacktestRuns } from './backtest-runs.service.js';
import { BacktestSamples } from './backtest-samples.service.js';
import { BacktestsGrpc } from './backtests.grpc.js';
import { BacktestsRepository } from './backtests.repository.js';
import { BacktestsService } from './backtests.service.js';
import { CasesRepository } from './cases.repository.js';
import { FrozenSetsRepository } from './frozen-sets.repository.js';
import { PairsRepository } from './pairs.repository.js';
import { RunningCallsRepository } from './running-calls.repository.js';

@Module({
  imports: [ClientsModule, JudgingModule, RubricsModule],
  controllers: [BacktestsGrpc, BacktestPairsGrpc],
  providers: [
    BacktestsRepository,
    CasesRepository,
    FrozenSetsRepository,
    PairsRepository,
    RunningCallsRepository,
    BacktestsService,
    BacktestCasesService,
    BacktestPairsService,
    BacktestPlans,
    BacktestSamples,
    BacktestCaller,
    BacktestRuns,
    BacktestDriver,
    ProcessIdentity,
    RunParts,
    DriverParts,
    accessMonitorOf(BacktestRuns),
  ],
  exports: [BacktestCaller, BacktestsRepository, CasesRepository],
})
export class BacktestsModule {}
