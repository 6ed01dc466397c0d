import { Module } from '@nestjs/common';
import { ComparisonLabelsModule } from '../comparison-labels/comparison-labels.module.js';
import { SearchModule } from '../search/search.module.js';
import { ImportedSummariesRepository } from './imported-summaries.repository.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

@Module({
  imports: [ComparisonLabelsModule, SearchModule],
  providers: [ImportedSummariesRepository, ImportsService, ImportsRepository],
  exports: [ImportsService],
})
export class ImportsModule {}
