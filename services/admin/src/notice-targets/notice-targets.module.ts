import { Global, Module } from '@nestjs/common';
import { NoticeListener } from '../notices/notice.js';
import { NoticesModule } from '../notices/notices.module.js';
import { DeliveriesCron } from './deliveries.cron.js';
import { DeliveryNudge } from './delivery-nudge.js';
import { MailClient } from './mail.client.js';
import { NoticeDeliveriesRepository } from './notice-deliveries.repository.js';
import { NoticeDeliveriesService } from './notice-deliveries.service.js';
import { NoticeLinksService } from './notice-links.service.js';
import { NoticeNetwork } from './notice-network.js';
import { NoticeTargetsGrpc } from './notice-targets.grpc.js';
import { NoticeTargetsRepository } from './notice-targets.repository.js';
import { NoticeTargetsService } from './notice-targets.service.js';
import { NoticeTestsRepository } from './notice-tests.repository.js';
import { SenderService } from './sender.service.js';
import { TargetAddresses } from './target-addresses.service.js';
import { TargetTestService } from './target-test.service.js';
import { WebhookClient } from './webhook.client.js';

/** Global, because notices know their listener and not this module. */
@Global()
@Module({
  imports: [NoticesModule],
  controllers: [NoticeTargetsGrpc],
  providers: [
    DeliveriesCron,
    DeliveryNudge,
    MailClient,
    NoticeDeliveriesRepository,
    NoticeDeliveriesService,
    NoticeLinksService,
    NoticeNetwork,
    NoticeTargetsRepository,
    NoticeTargetsService,
    NoticeTestsRepository,
    SenderService,
    TargetAddresses,
    TargetTestService,
    WebhookClient,
    { provide: NoticeListener, useExisting: NoticeDeliveriesService },
  ],
  exports: [NoticeDeliveriesService, NoticeListener],
})
export class NoticeTargetsModule {}
