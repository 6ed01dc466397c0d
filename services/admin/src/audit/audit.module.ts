import { Module } from '@nestjs/common';
import { UsersRepository } from '../users/users.repository.js';
import { AiServicesConsumer } from './ai-services.consumer.js';
import { AuditGrpc } from './audit.grpc.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

@Module({
  controllers: [AuditGrpc],
  providers: [AiServicesConsumer, AuditService, AuditRepository, UsersRepository],
  exports: [AuditRepository],
})
export class AuditModule {}
