import { Module } from '@nestjs/common';
import { ClaimsConsumer } from './claims.consumer.js';
import { SearchIndexCron } from './search-index.cron.js';
import { SearchIndexRepository } from './search-index.repository.js';

@Module({ providers: [ClaimsConsumer, SearchIndexCron, SearchIndexRepository], exports: [SearchIndexCron] })
export class SearchModule {}
