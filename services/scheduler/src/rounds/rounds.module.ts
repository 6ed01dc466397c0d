import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ExecutionsModule } from '../executions/executions.module.js';
import { RoundsConsumer } from './rounds.consumer.js';
import { RoundsCron } from './rounds.cron.js';
import { RoundsService } from './rounds.service.js';

@Module({
  imports: [ClientsModule, ExecutionsModule],
  providers: [RoundsService, RoundsCron, RoundsConsumer],
})
export class RoundsModule {}
