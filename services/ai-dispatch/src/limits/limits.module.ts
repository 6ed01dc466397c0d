import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { AllowanceGrpc } from './allowance.grpc.js';
import { AllowanceService } from './allowance.service.js';
import { BudgetsRepository } from './budgets.repository.js';
import { DayTotals } from './day-totals.js';
import { KeyBudgetsRepository } from './key-budgets.repository.js';
import { LimitsRedis } from './limits-redis.js';
import { LimitsService } from './limits.service.js';
import { OldDaysCron } from './old-days.cron.js';
import { RequestedCalls } from './requested-calls.js';
import { Slots } from './slots.js';
import { Rates } from './rates.js';

@Module({
  imports: [CatalogModule, PricesModule, UsageModule],
  controllers: [AllowanceGrpc],
  providers: [
    AllowanceService,
    BudgetsRepository,
    DayTotals,
    KeyBudgetsRepository,
    LimitsRedis,
    LimitsService,
    OldDaysCron,
    RequestedCalls,
    Slots,
    Rates,
  ],
  exports: [LimitsService],
})
export class LimitsModule {}
