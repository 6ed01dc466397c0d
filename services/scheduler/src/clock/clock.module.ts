import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ExecutionsModule } from '../executions/executions.module.js';
import { DueQueriesCron } from './due-queries.cron.js';
import { OldKeysCron } from './old-keys.cron.js';
import { ReconcileCron } from './reconcile.cron.js';
import { ZoneDataRepository } from './zone-data.repository.js';
import { ZoneDataService } from './zone-data.service.js';

@Module({
  imports: [ScheduleModule.forRoot(), ExecutionsModule],
  providers: [DueQueriesCron, OldKeysCron, ReconcileCron, ZoneDataService, ZoneDataRepository],
})
export class ClockModule {}
