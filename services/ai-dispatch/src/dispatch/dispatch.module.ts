import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { DispatchGrpc } from './dispatch.grpc.js';
import { DispatchService } from './dispatch.service.js';
import { GuardsService } from './guards.service.js';
import { RepliesService } from './replies.service.js';

@Module({
  imports: [CatalogModule, LedgerModule],
  controllers: [DispatchGrpc],
  providers: [DispatchService, GuardsService, RepliesService],
  exports: [DispatchService],
})
export class DispatchModule {}
