import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { SavedSummaries } from './saved-summaries.js';
import { SummariesGrpc } from './summaries.grpc.js';
import { SummariesService } from './summaries.service.js';

@Module({
  imports: [CatalogModule, DispatchModule],
  controllers: [SummariesGrpc],
  providers: [SavedSummaries, SummariesService],
})
export class SummariesModule {}
