import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { NetworkModule } from '../network/network.module.js';
import { HttpClient } from '../providers/http.client.js';
import { AdminRowsRepository } from './admin-rows.repository.js';
import { AiServicesRepository } from './ai-services.repository.js';
import { CatalogFollower } from './catalog-follower.js';
import { CatalogGrpc } from './catalog.grpc.js';
import { CatalogService } from './catalog.service.js';
import { KnownServicesRepository } from './known-services.repository.js';
import { LocalServicesClient } from './local-services.client.js';
import { OperatorRows } from './operator-rows.js';
import { ProbesCron } from './probes.cron.js';
import { StatusesRepository } from './statuses.repository.js';

@Module({
  imports: [KeysModule, NetworkModule],
  controllers: [CatalogGrpc],
  providers: [
    AdminRowsRepository,
    AiServicesRepository,
    CatalogFollower,
    CatalogService,
    HttpClient,
    KnownServicesRepository,
    LocalServicesClient,
    OperatorRows,
    ProbesCron,
    StatusesRepository,
  ],
  exports: [AdminRowsRepository, CatalogService, StatusesRepository],
})
export class CatalogModule {}
