import { Module } from '@nestjs/common';
import { AiServicesConsumer } from './ai-services.consumer.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** The log itself, for whatever writes into it. */
@Module({ providers: [AiServicesConsumer, AuditLogRepository], exports: [AuditLogRepository] })
export class AuditLogModule {}
