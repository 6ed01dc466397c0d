import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ExpiredConversationsGrpc } from './expired-conversations.grpc.js';
import { RetentionCron } from './retention.cron.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';

@Module({
  imports: [ClientsModule, HistoryModule],
  controllers: [ExpiredConversationsGrpc],
  providers: [RetentionCron, RetentionRepository, RetentionService],
})
export class RetentionModule {}
