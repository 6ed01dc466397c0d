import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ExecutionsModule } from '../executions/executions.module.js';
import { ExecutionsService } from './executions.service.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { SavedQueriesGrpc } from './saved-queries.grpc.js';
import { SavedQueriesRepository } from './saved-queries.repository.js';
import { SavedQueriesService } from './saved-queries.service.js';

@Module({
  imports: [ExecutionsModule, ClientsModule],
  controllers: [SavedQueriesGrpc],
  providers: [SavedQueriesService, ExecutionsService, SavedQueriesRepository, IdempotencyRepository],
  exports: [ExecutionsService, SavedQueriesRepository, IdempotencyRepository],
})
export class SavedQueriesModule {}
