import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { AuditController } from '../audit/audit.controller.js';
import { FreshAnswers } from './fresh-answers.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AiServicesModule, UsageModule],
  controllers: [UsersController, AuditController],
  providers: [UsersService, FreshAnswers],
})
export class UsersModule {}
