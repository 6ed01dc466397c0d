import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { EstimatesGrpc } from './estimates.grpc.js';
import { EstimatesService } from './estimates.service.js';
import { RecentCallsRepository } from './recent-calls.repository.js';

@Module({
  imports: [CatalogModule, PricesModule],
  controllers: [EstimatesGrpc],
  providers: [EstimatesService, RecentCallsRepository],
  exports: [EstimatesService],
})
export class EstimatesModule {}
