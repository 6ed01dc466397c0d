import { Module } from '@nestjs/common';
import { AnswerPresetsModule } from '../answer-presets/answer-presets.module.js';
import { AiServicesController } from './ai-services.controller.js';
import { CatalogService } from './catalog.service.js';

@Module({
  imports: [AnswerPresetsModule],
  controllers: [AiServicesController],
  providers: [CatalogService],
  exports: [CatalogService],
})
export class AiServicesModule {}
