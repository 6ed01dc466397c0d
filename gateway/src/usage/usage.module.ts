import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { UsersModule } from '../users/users.module.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [AiServicesModule, UsersModule],
  controllers: [UsageController],
  providers: [UsageService],
})
export class UsageModule {}
