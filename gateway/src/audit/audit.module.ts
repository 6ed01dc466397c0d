import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AuditController } from './audit.controller.js';

@Module({ imports: [UsersModule], controllers: [AuditController] })
export class AuditModule {}
