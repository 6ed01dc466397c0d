import { Module } from '@nestjs/common';
import { ClockModule } from './clock/clock.module.js';
import { SavedQueriesModule } from './saved-queries/saved-queries.module.js';
import { WatchModule } from './watch/watch.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({ imports: [SavedQueriesModule, WatchModule, WebhooksModule, ClockModule] })
export class AppModule {}
