import { Module } from '@nestjs/common';
import { AiServicesConsumer } from './ai-services.consumer.js';
import { JudgingConsumer } from './judging.consumer.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** The log itself, for whatever writes into it. */
@Module({ providers: [AiServicesConsumer, JudgingConsumer, AuditLogRepository], exports: [AuditLogRepository] })
export class AuditLogModule {}
