import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ComparisonsModule } from '../comparisons/comparisons.module.js';
import { SavedQueriesController } from './saved-queries.controller.js';
import { SavedQueriesService } from './saved-queries.service.js';
import { SavedQueryRuns } from './saved-query-runs.js';

@Module({
  imports: [AiServicesModule, ComparisonsModule],
  controllers: [SavedQueriesController],
  providers: [SavedQueriesService, SavedQueryRuns],
  exports: [SavedQueriesService, SavedQueryRuns],
})
export class SavedQueriesModule {}
