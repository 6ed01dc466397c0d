import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { PeopleNames } from '../users/user-names.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [AiServicesModule],
  controllers: [UsageController],
  providers: [PeopleNames, UsageService],
  exports: [PeopleNames],
})
export class UsageModule {}
