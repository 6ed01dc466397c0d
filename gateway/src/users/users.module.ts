import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { AuditController } from './audit.controller.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({ imports: [AiServicesModule], controllers: [UsersController, AuditController], providers: [UsersService] })
export class UsersModule {}
