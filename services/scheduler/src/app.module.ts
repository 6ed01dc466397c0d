import { Module } from '@nestjs/common';
import { ClockModule } from './clock/clock.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RoundsModule } from './rounds/rounds.module.js';
import { RunDigestsModule } from './run-digests/run-digests.module.js';
import { SavedQueriesModule } from './saved-queries/saved-queries.module.js';
import { WatchModule } from './watch/watch.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [
    SavedQueriesModule,
    WatchModule,
    WebhooksModule,
    RunDigestsModule,
    RoundsModule,
    RetentionModule,
    ClockModule,
  ],
})
export class AppModule {}
