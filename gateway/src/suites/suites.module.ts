import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { SuitesController } from './suites.controller.js';
import { SuitesService } from './suites.service.js';

@Module({
  imports: [AiServicesModule],
  controllers: [SuitesController],
  providers: [SuitesService],
  exports: [SuitesService],
})
export class SuitesModule {}
