import { Module } from '@nestjs/common';
import { HttpClient } from '../providers/http.client.js';
import { AiServicesRepository } from './ai-services.repository.js';
import { CatalogGrpc } from './catalog.grpc.js';
import { CatalogService } from './catalog.service.js';
import { LocalServicesClient } from './local-services.client.js';
import { ProbesCron } from './probes.cron.js';
import { StatusesRepository } from './statuses.repository.js';

@Module({
  controllers: [CatalogGrpc],
  providers: [AiServicesRepository, CatalogService, HttpClient, LocalServicesClient, ProbesCron, StatusesRepository],
  exports: [CatalogService],
})
export class CatalogModule {}
