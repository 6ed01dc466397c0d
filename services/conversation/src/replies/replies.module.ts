import { Module } from '@nestjs/common';
import { ProcessIdentity } from '@polylogue/service-kit';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { ClientsModule } from '../clients/clients.module.js';
import { SearchModule } from '../search/search.module.js';
import { DispatchRunner } from './dispatch-runner.service.js';
import { CleanupCron } from './cleanup.cron.js';
import { KnownServices } from './known-services.js';
import { OrphansRepository } from './orphans.repository.js';
import { QueuedReplies } from './queued-replies.service.js';
import { RecoveryCron } from './recovery.cron.js';
import { RepliesRepository } from './replies.repository.js';
import { ReplyRunner } from './reply-runner.service.js';
import { ReplyWriter } from './reply-writer.service.js';
import { ThreadsRepository } from './threads.repository.js';

@Module({
  imports: [ClientsModule, SearchModule],
  providers: [
    DispatchRunner,
    KnownServices,
    LiveBroadcasts,
    ProcessIdentity,
    OrphansRepository,
    RepliesRepository,
    QueuedReplies,
    ReplyRunner,
    ReplyWriter,
    ThreadsRepository,
    CleanupCron,
    RecoveryCron,
  ],
  exports: [
    ClientsModule,
    DispatchRunner,
    KnownServices,
    LiveBroadcasts,
    ProcessIdentity,
    ReplyRunner,
    SearchModule,
    ThreadsRepository,
  ],
})
export class RepliesModule {}
