import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ExecutionsModule } from '../executions/executions.module.js';
import { SavedQueriesModule } from '../saved-queries/saved-queries.module.js';
import { ClaimsRepository } from './claims.repository.js';
import { ClaimsService } from './claims.service.js';
import { DueQueriesCron } from './due-queries.cron.js';
import { OldKeysCron } from './old-keys.cron.js';
import { ReconcileCron } from './reconcile.cron.js';
import { ZoneDataRepository } from './zone-data.repository.js';
import { ZoneDataService } from './zone-data.service.js';

@Module({
  imports: [ScheduleModule.forRoot(), ExecutionsModule, SavedQueriesModule],
  providers: [
    ClaimsService,
    ClaimsRepository,
    DueQueriesCron,
    OldKeysCron,
    ReconcileCron,
    ZoneDataService,
    ZoneDataRepository,
  ],
})
export class ClockModule {}
