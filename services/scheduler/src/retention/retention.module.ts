import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ExpiredRunsCron } from './expired-runs.cron.js';
import { ExpiredRunsGrpc } from './expired-runs.grpc.js';
import { ExpiredRunsRepository } from './expired-runs.repository.js';
import { ExpiredRunsService } from './expired-runs.service.js';

@Module({
  imports: [ClientsModule],
  controllers: [ExpiredRunsGrpc],
  providers: [ExpiredRunsCron, ExpiredRunsRepository, ExpiredRunsService],
})
export class RetentionModule {}
