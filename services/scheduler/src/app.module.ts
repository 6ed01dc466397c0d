import { Module } from '@nestjs/common';
import { ClockModule } from './clock/clock.module.js';
import { SavedQueriesModule } from './saved-queries/saved-queries.module.js';

@Module({ imports: [SavedQueriesModule, ClockModule] })
export class AppModule {}
