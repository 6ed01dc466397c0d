import { Module } from '@nestjs/common';
import { AiServicesController } from './ai-services.controller.js';
import { CatalogService } from './catalog.service.js';

@Module({ controllers: [AiServicesController], providers: [CatalogService], exports: [CatalogService] })
export class AiServicesModule {}
