import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { RemovalsCron } from './removals.cron.js';
import { RemovalsService } from './removals.service.js';
import { RetentionConsumer } from './retention.consumer.js';
import { RetentionGrpc } from './retention.grpc.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';

@Module({
  imports: [AuditLogModule],
  controllers: [RetentionGrpc],
  providers: [RemovalsCron, RemovalsService, RetentionConsumer, RetentionRepository, RetentionService],
})
export class RetentionModule {}
