import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ExecutionsModule } from '../executions/executions.module.js';
import { SavedQueriesGrpc } from './saved-queries.grpc.js';
import { SavedQueriesService } from './saved-queries.service.js';

@Module({
  imports: [ExecutionsModule, ClientsModule],
  controllers: [SavedQueriesGrpc],
  providers: [SavedQueriesService],
})
export class SavedQueriesModule {}
