import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { EstimatesModule } from '../estimates/estimates.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MediaModule } from '../media/media.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { CallMetrics } from './call-metrics.js';
import { DispatchGrpc } from './dispatch.grpc.js';
import { DispatchService } from './dispatch.service.js';
import { GuardsService } from './guards.service.js';
import { RANDOM } from './random.js';
import { RepliesService } from './replies.service.js';

@Module({
  imports: [CatalogModule, EstimatesModule, LedgerModule, LimitsModule, MediaModule, PicturesModule, PricesModule],
  controllers: [DispatchGrpc],
  providers: [CallMetrics, DispatchService, GuardsService, RepliesService, { provide: RANDOM, useValue: Math.random }],
  exports: [DispatchService],
})
export class DispatchModule {}
