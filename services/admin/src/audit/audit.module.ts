import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { UsersRepository } from '../users/users.repository.js';
import { AuditGrpc } from './audit.grpc.js';
import { AuditService } from './audit.service.js';

@Module({ imports: [AuditLogModule], controllers: [AuditGrpc], providers: [AuditService, UsersRepository] })
export class AuditModule {}
