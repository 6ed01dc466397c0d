import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { NeighboursModule } from '../neighbours/neighbours.module.js';
import { AccessCron } from '../owners/access.cron.js';
import { SavedQueriesGrpc } from './saved-queries.grpc.js';
import { SavedQueriesService } from './saved-queries.service.js';

@Module({
  imports: [ExecutionsModule, NeighboursModule],
  controllers: [SavedQueriesGrpc],
  providers: [SavedQueriesService, AccessCron],
})
export class SavedQueriesModule {}
