import { Module } from '@nestjs/common';
import { ProcessIdentity } from '@polylogue/service-kit';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { CatalogClient } from './catalog.client.js';
import { DispatchClient } from './dispatch.client.js';
import { CleanupCron } from './cleanup.cron.js';
import { LeasesCron } from './leases.cron.js';
import { OwnersClient } from './owners.client.js';
import { OrphansRepository } from './orphans.repository.js';
import { RecoveryCron } from './recovery.cron.js';
import { RepliesRepository } from './replies.repository.js';
import { ReplyRunner } from './reply-runner.service.js';
import { ReplyWriter } from './reply-writer.service.js';
import { ServiceAsker } from './service-asker.service.js';
import { ThreadsRepository } from './threads.repository.js';

@Module({
  providers: [
    CatalogClient,
    DispatchClient,
    LiveBroadcasts,
    ProcessIdentity,
    OrphansRepository,
    OwnersClient,
    RepliesRepository,
    ReplyRunner,
    ReplyWriter,
    ServiceAsker,
    ThreadsRepository,
    CleanupCron,
    LeasesCron,
    RecoveryCron,
  ],
  exports: [CatalogClient, LiveBroadcasts, OwnersClient, ProcessIdentity, ReplyRunner, ServiceAsker, ThreadsRepository],
})
export class RepliesModule {}
