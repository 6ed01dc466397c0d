import { Module } from '@nestjs/common';
import { AiServicesController } from './ai-services.controller.js';
import { CatalogueService } from './catalog.service.js';

@Module({ controllers: [AiServicesController], providers: [CatalogueService], exports: [CatalogueService] })
export class AiServicesModule {}
