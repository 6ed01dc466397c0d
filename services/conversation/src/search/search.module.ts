import { Module } from '@nestjs/common';
import { SearchIndexCron } from './search-index.cron.js';
import { SearchIndexRepository } from './search-index.repository.js';

@Module({ providers: [SearchIndexCron, SearchIndexRepository] })
export class SearchModule {}
